// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** GET of maker. */
export const makerSearch: UpstreamCall<
  Call<any, any, any, any> & {
    args: { kind: string; area?: string }
    settings: { account: string; project_id: string }
  }
> = {
  id: 'maker.search', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:8', method: 'GET',
  takes: { kind: 'string', area: 'string?' },
  path: ({ settings }) => `/accounts/${segment(settings.account)}/things`,
  timeout: 5000, retry: 1,
  query: ({ args, settings }) =>
    ({ kind: args.kind, area: args.area, project: settings.project_id }),
  give: ({ reply }) => ({ things: get(reply, 'things') ?? [] }),
}

/** POST of maker. */
export const makerBuy: UpstreamCall<
  Call<any, any, any, any> & {
    args: { id: string; label: string }
    settings: { account: string; project_id: string }
  }
> = {
  id: 'maker.buy', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:15', method: 'POST',
  takes: { id: 'string', label: 'string' },
  path: ({ settings }) => `/accounts/${segment(settings.account)}/things`,
  timeout: 10_000, retry: 0,
  send: ({ args, settings }) => ({ id: args.id, label: args.label, account: settings.account }),
  sendAs: 'form',
  give: ({ reply }) => ({ id: get(reply, 'id'), owner: get(reply, 'owner') }),
}

/** DELETE of maker. */
export const makerGiveBack: UpstreamCall<
  Call<any, any, any, any> & {
    args: { label: string }
    settings: { account: string; project_id: string }
  }
> = {
  id: 'maker.give_back', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:22',
  method: 'DELETE',
  takes: { label: 'string' },
  path: ({ args, settings }) =>
    `/accounts/${segment(settings.account)}/labels/${segment(args.label)}`,
  timeout: 5000, retry: 0,
  passes: ({ status }) => status === 404,
}

/** GET of maker. */
export const makerLook: UpstreamCall<Call<any, any, any, any> & { args: { id: string } }> = {
  id: 'maker.look', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:27', method: 'GET',
  takes: { id: 'string' },
  path: ({ args }) => `/things/${segment(args.id)}`,
  timeout: 5000, retry: 0,
  give: ({ reply }) => ({ name: get(reply, 'name') }),
}
