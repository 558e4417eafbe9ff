/** Decimals of USD amounts in fetched tables, which formulas hold as a bigint. */
export const USD_DIGITS = 12
