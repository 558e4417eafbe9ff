// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type WebsearchCategory = 'github' | 'news' | 'research paper' | 'linkedin profile' | 'personal site' | 'tweet' | 'financial report' | 'pdf' | 'company'

export type IsoDate = string

export interface WebsearchSearchRequest {
  /** what to find */
  query: string
  /** pages to find; all cost the same */
  numResults?: number
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

export interface WebsearchSearchReply {
  requestId: string
  resolvedSearchType: string
  results: {
    id: string
    title: string
    url: string
    publishedDate: string
    author: string
    score: number
  }[]
  searchTime: number
  costDollars: {
    total: number
    search: {
      neural: number
    }
  }
}

export interface WebsearchAnswerRequest {
  /** the question */
  query: string
}

export interface WebsearchContentsRequest {
  /** the pages; you pay for each, also for one that is named twice */
  urls: string[]
}

export interface WebsearchFindSimilarRequest {
  /** the page */
  url: string
  numResults?: number
  /** no pages of the same domain */
  excludeSourceDomain?: boolean
}
