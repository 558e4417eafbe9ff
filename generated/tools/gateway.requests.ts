// Code generated from catalog/tools/gateway.routes.yaml by "npm run generate". DO NOT EDIT.

export type GetBalanceQuery = {
  /** the wallet */
  address: string
}
