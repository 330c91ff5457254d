"""Solving: what each must-keep needs of the caps of rows, and the cheapest caps that give it to all."""
