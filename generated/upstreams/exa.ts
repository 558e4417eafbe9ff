// Code generated from catalog/upstreams/exa.yaml by "npm run generate". DO NOT EDIT.
import { filled, get } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type {
  PostWebsearchAnswerBody, PostWebsearchContentsBody, PostWebsearchFindSimilarBody,
  PostWebsearchSearchBody,
} from '../data/websearch.requests.ts'
import type { Call } from '../hooks.ts'

/** The first failure rules of calls of exa. */
const exaCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status,
}) => {
  if ([401, 403].includes(status)) // catalog/upstreams/exa.yaml:7
    return { as: 'upstream_failed', details: 'Web search is not available to this gateway now' }
  return undefined
}

/** POST of exa. */
export const exaSearch: UpstreamCall<Call<PostWebsearchSearchBody, any, any, any>> = {
  id: 'exa.search', upstream: 'exa', origin: 'catalog/upstreams/exa.yaml:11', method: 'POST',
  path: () => '/search',
  timeout: 30_000, retry: 0,
  send: ({ body }) => ({
    query: body.query, numResults: body.numResults, category: body.category,
    startPublishedDate: body.startPublishedDate, endPublishedDate: body.endPublishedDate,
    includeDomains: body.includeDomains, excludeDomains: body.excludeDomains,
  }),
  fail: exaCommonFail,
  resultWhen: ({ reply }) => get(reply, 'results') !== undefined,
}

/** POST of exa. */
export const exaAnswer: UpstreamCall<Call<PostWebsearchAnswerBody, any, any, any>> = {
  id: 'exa.answer', upstream: 'exa', origin: 'catalog/upstreams/exa.yaml:23', method: 'POST',
  path: () => '/answer',
  timeout: 30_000, retry: 0,
  send: ({ body }) => ({ query: body.query }),
  fail: exaCommonFail,
  resultWhen: ({ reply }) => filled(get(reply, 'answer')),
}

/** POST of exa. */
export const exaContents: UpstreamCall<Call<PostWebsearchContentsBody, any, any, any>> = {
  id: 'exa.contents', upstream: 'exa', origin: 'catalog/upstreams/exa.yaml:28', method: 'POST',
  path: () => '/contents',
  timeout: 30_000, retry: 0,
  send: ({ body }) => ({ urls: body.urls, text: true }),
  fail: exaCommonFail,
  resultWhen: ({ reply }) => get(reply, 'results') !== undefined,
}

/** POST of exa. */
export const exaSimilar: UpstreamCall<Call<PostWebsearchFindSimilarBody, any, any, any>> = {
  id: 'exa.similar', upstream: 'exa', origin: 'catalog/upstreams/exa.yaml:33', method: 'POST',
  path: () => '/findSimilar',
  timeout: 30_000, retry: 0,
  send: ({ body }) =>
    ({ url: body.url, numResults: body.numResults, excludeSourceDomain: body.excludeSourceDomain }),
  fail: exaCommonFail,
  resultWhen: ({ reply }) => get(reply, 'results') !== undefined,
}
