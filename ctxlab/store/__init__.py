"""What is kept between sessions, in one SQLite file."""
