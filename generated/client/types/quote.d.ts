// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type QuotedQuery = Record<string, string | number | boolean | unknown[]>

export interface QuoteRequest {
  /** path of the call, e.g. /api/v1/images/generations; it may have a query */
  path: string
  /** by default POST with a body, else GET */
  method?: 'GET' | 'POST'
  /** parameters of the query, added to those in the path */
  query?: QuotedQuery
  /** JSON body of the call */
  body?: unknown
  /** headers of the call, e.g. X-Payment-Scheme; payment headers are ignored */
  headers?: Record<string, string>
  /**
   * values in place of large content, by the names in /api/pricing, e.g. { estimateTokens: 120000 }
   */
  given?: Record<string, number | boolean>
}

export interface QuoteLine {
  /** what is counted, or what is added to it, such as fee, minimum or rounding */
  unit: string
  /** an exact decimal */
  quantity: string
  /** USD for one, an exact decimal */
  rate: string
  /** quantity times rate, in USD */
  total: string
}
