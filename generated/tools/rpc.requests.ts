// Code generated from catalog/tools/rpc.routes.yaml by "npm run generate". DO NOT EDIT.
import type { RpcBody } from '../shapes.types.ts'

export type PostRpcNetworkBody = RpcBody

/** What formulas of POST /api/v1/rpc/{network} derive. */
export interface PostRpcNetworkValues {
  calls: number
}
