//! Files of games: the gallery as it is, against independent values, and with something changed in it.

mod constants;
mod gallery;
mod golden;
