"""The window: Qt widgets over frozen data. Nothing below this package knows Qt."""
