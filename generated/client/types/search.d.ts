// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type Day = string

export interface SearchRequest {
  /** what to find out */
  query: string
  /** where to look */
  sources?: ('web' | 'news')[]
  /** sources; you pay for all of them, used or not, unless you pay by actual use */
  max_results?: number
  /** YYYY-MM-DD; nothing older */
  from_date?: Day
  /** YYYY-MM-DD; nothing newer */
  to_date?: Day
}
