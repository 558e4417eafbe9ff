// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface TvlItem {
  date: number
  totalLiquidityUSD: number
}
