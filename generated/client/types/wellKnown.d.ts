// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface WellKnownX402Reply {
  version: number
  x402Version: number
  name: string
  lastUpdated?: string
  network: string
  asset: Record<string, unknown>
  resources: string[]
  items: (Record<string, unknown>)[]
}
