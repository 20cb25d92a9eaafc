// The rest of this module is written by `make-services`: the protocols P0 to P499 and the classes S0 to S499.
