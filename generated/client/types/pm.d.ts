// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface PmVenueAWalletReply {
  user: string
  realized_pnl: number
  volume_usd: number
  trades: number
  win_rate: number
  first_seen: string
}

export interface PmVenueAWalletIdentityReply {
  address: string
  name: string
  x_username: unknown
  verified: boolean
}

export interface PmVenueAWalletIdentitiesRequest {
  /** wallet addresses */
  addresses: string[]
}

export interface PmVenueAMarketsReply {
  markets: MarketsItem[]
  pagination: Pagination
}

export interface CandlesticksItem {
  end_period_ts: number
  price: {
    open: number
    high: number
    low: number
    close: number
    mean: number
    previous: number
    open_dollars: string
    high_dollars: string
    low_dollars: string
    close_dollars: string
    mean_dollars: string
    previous_dollars: string
  }
  volume: number
  trades_count: number
}

export interface DataItem {
  timestamp: number
  volume_usd: number
}

export interface TradesItem {
  token_id: string
  side: string
  market_slug: string
  condition_id: string
  shares: number
  shares_normalized: number
  price: number
  amount_usd: number
  tx_hash: string
  title: string
  timestamp: number
  order_hash: string
  user: string
  taker: string
  is_yes_side: boolean
  outcome_label: string
  fee_usd: number
}

export interface MarketsItem {
  condition_id: string
  question_id: string
  market_id: string
  market_slug: string
  title: string
  description: string
  status: string
  winning_side: string | null
  start_time: string
  end_time: string
  close_time: string | null
  created_time: string
  image_url: unknown
  event_id: string
  event_slug: string
  event_title: string
  outcomes: {
    label: string
    token_id: string
    price: number
  }[]
  total_volume_usd: number
  liquidity_usd: number
  tags: unknown[]
  is_neg_risk: boolean
  rolling_metrics: {
    volume_24h_usd: number
  }
}

export interface Pagination {
  limit: number
  offset: number
  total: number
  has_more: boolean
  pagination_key: string | null
}

export interface PaginationOfPmVenueAMarketsKeysetReply {
  limit: number
  count: number
  pagination_key: string | null
  has_more: boolean
}

export interface EventsItem {
  event_id: string
  event_slug: string
  title: string
  markets: number
}

export interface AsksItem {
  size: number
  price: number
}

export interface PositionsItem {
  user: string
  condition_id: string
  market_slug: string
  title: string
  outcome_label: string
  shares: number
  average_price: number
  current_price: number
}

export interface EntriesItem {
  rank: number
  user: string
  realized_pnl: number
  volume_usd: number
  trades: number
  win_rate: number
  first_seen: string
}
