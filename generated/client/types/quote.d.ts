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
  /** headers of the call, e.g. X-Payment-Scheme; those that pay are left out */
  headers?: Record<string, string>
}

export interface QuoteReply {
  method: string
  path: string
  /** true where the call needs no payment; it was not made */
  free: boolean
  /** USD, in six decimals */
  price: string
  /** the same in millionths of a USD */
  amount_micro: number
  currency: string
  /** what the price adds up; the totals are the price, to the last digit */
  lines: {
    /** what is counted; also margin, fee, minimum, maximum, discount, rounding */
    unit: string
    /** an exact decimal */
    quantity: string
    /** USD for one, an exact decimal */
    rate: string
    /** quantity times rate, in USD */
    total: string
  }[]
  /** until when a payment of this amount is accepted, whatever prices do then */
  valid_until?: string
  /** hash of the catalog that quoted it */
  catalog: string
  /** how to pay it, as in the 402 of the call */
  accepts: (Record<string, unknown>)[]
  /** what in the request is probably meant otherwise */
  warnings?: string[]
}
