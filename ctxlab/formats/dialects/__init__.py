"""Message dialects: how each API and framework writes one message down. Many file formats embed them."""
