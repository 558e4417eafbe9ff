// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Endpoints } from './shared.js'

export type EquitiesId = 'us' | 'hk' | 'jp' | 'kr' | 'gb' | 'de' | 'fr' | 'nl' | 'ie' | 'lu' | 'cn' | 'ca'

export interface StocksListReply {
  category: string
  label: string
  count: number
  example: string
  endpoints: Endpoints
  symbols: {
    symbol?: string
    description?: unknown
  }[]
}
