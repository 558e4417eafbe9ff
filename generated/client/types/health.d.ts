// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface HealthReply {
  status: string
  ok: boolean
  network: string
  catalog: string
  uptime_seconds: number
}

export interface SettlementOfHealthOverviewReply {
  ok: boolean
  relayer: string
  relayer_gas_wei: string
  settlements: number
  block: number
  waiting: number
}

export type Upstreams = {
  name: string
  configured: boolean
  status: string
}[]
