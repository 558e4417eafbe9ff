// Code generated from catalog/data/websearch.routes.yaml by "npm run generate". DO NOT EDIT.
import type { WebsearchCategory, IsoDate } from '../shapes.types.ts'

export type PostWebsearchSearchBody = {
  /** what to find */
  query: string
  /** pages to find; all cost the same */
  numResults: number
  /** only pages of this kind */
  category?: WebsearchCategory
  /** only pages published since, e.g. 2026-01-31 */
  startPublishedDate?: IsoDate
  /** only pages published until then */
  endPublishedDate?: IsoDate
  /** only pages of these domains */
  includeDomains?: string[]
  /** no pages of these domains */
  excludeDomains?: string[]
}

export type PostWebsearchAnswerBody = {
  /** the question */
  query: string
}

export type PostWebsearchContentsBody = {
  /** the pages; you pay for each, also for one that is named twice */
  urls: string[]
}

export type PostWebsearchFindSimilarBody = {
  /** the page */
  url: string
  numResults: number
  /** no pages of the same domain */
  excludeSourceDomain: boolean
}
