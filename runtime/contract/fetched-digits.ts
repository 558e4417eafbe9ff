/** Decimals of an amount of USD in a fetched table, which formulas hold as a bigint. */
export const USD_DIGITS = 12
