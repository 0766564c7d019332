"""Every write: keyword-only, named by its actor, happening once.

Inside, in this order: lock → load → permission → look-up of the id → engine → write → audit →
dispatch.
"""
