// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface HealthChainReply {
  status: string
  ok: boolean
  network: string
  chain_id: string
  block: number
  block_age_seconds: number
  settlement: {
    ok: boolean
    relayer: string
    relayer_gas_wei: string
    settlements: number
    block: number
    waiting: number
  }
}

export interface HealthModelsReply {
  status: string
  ok: boolean
  upstreams: {
    name: string
    configured: boolean
    status: string
  }[]
}
