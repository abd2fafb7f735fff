"""The evaluation of lines of the player `alpha_beta`, learnt from its own games.

| file | what it holds |
|---|---|
| `lines.py` | the numbers of lines of nine points |
| `games.py` | self-play from drawn openings, in files |
| `network.py` | the network in PyTorch, and its weights as whole numbers |
| `fit.py` | the fit of the network to games |
| `generations.py` | games, fit and test in turn, in a folder |
"""
