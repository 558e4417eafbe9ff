// Code generated from catalog/tools/rpc.routes.yaml by "npm run generate". DO NOT EDIT.
import type { RpcBody } from '../shapes.types.ts'

export type PostRpcNetworkBody = RpcBody

/** The derived values of POST /api/v1/rpc/{network}. */
export interface PostRpcNetworkValues {
  calls: number
}
