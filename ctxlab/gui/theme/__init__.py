"""How the window looks: colours, fonts and one style sheet, in light and dark."""
