// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface BalanceReply {
  address: string
  network: string
  asset: string
  balance: string
  balance_micro: number
}
