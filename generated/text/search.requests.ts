// Code generated from catalog/text/search.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Day } from '../shapes.types.ts'

export type PostSearchBody = {
  /** what to find out */
  query: string
  /** where to look */
  sources: ('web' | 'news')[]
  /** sources; you pay for all of them, used or not, unless you pay by actual use */
  max_results: number
  /** YYYY-MM-DD; nothing older */
  from_date?: Day
  /** YYYY-MM-DD; nothing newer */
  to_date?: Day
}
