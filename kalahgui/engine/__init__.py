"""What a computer player may use, and the thread it thinks on."""
