// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type Tvl = {
  date: number
  totalLiquidityUSD: number
}[]
