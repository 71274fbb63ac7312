//! Everything at once, in hundreds of debates.
