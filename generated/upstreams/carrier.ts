// Code generated from catalog/upstreams/carrier.yaml by "npm run generate". DO NOT EDIT.
import { get, say, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** The first failure rules of calls of carrier. */
const carrierCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  if (status === 401 || status === 403) // catalog/upstreams/carrier.yaml:8
    return { as: 'not_configured', details: 'Telephone numbers are not available now' }
  // catalog/upstreams/carrier.yaml:9
  if (status >= 400
    && status < 500
    && status !== 404
    && status !== 429
    && get(reply, 'code') !== 21_422) {
    return {
      as: 'upstream_failed',
      details: get(reply, 'message') ?? 'The carrier refused the request',
    }
  }
  return undefined
}

/** GET of carrier. */
export const carrierSearch: UpstreamCall<
  Call<any, any, any, any> & {
    args: { country: string; area?: string }
    settings: { account: string }
  }
> = {
  id: 'carrier.search', upstream: 'carrier', origin: 'catalog/upstreams/carrier.yaml:11',
  method: 'GET',
  takes: { country: 'string', area: 'string?' },
  path: ({ args, settings }) => `/2010-04-01/Accounts/${segment(settings.account)}/AvailablePhoneNumbers/${segment(args.country)}/Local.json`,
  timeout: 15_000, retry: 1,
  query: ({ args }) => ({ AreaCode: args.area, VoiceEnabled: 'true', PageSize: '2' }),
  fail: carrierCommonFail,
  passes: ({ status }) => status === 404,
  give: ({ reply }) => ({ numbers: get(reply, 'available_phone_numbers') ?? [] }),
}

/** POST of carrier. */
export const carrierBuy: UpstreamCall<
  Call<any, any, any, any> & {
    args: { number: string; label: string }
    settings: { account: string }
  }
> = {
  id: 'carrier.buy', upstream: 'carrier', origin: 'catalog/upstreams/carrier.yaml:19',
  method: 'POST',
  takes: { number: 'string', label: 'string' },
  path: ({ settings }) =>
    `/2010-04-01/Accounts/${segment(settings.account)}/IncomingPhoneNumbers.json`,
  timeout: 20_000, retry: 0,
  send: ({ args }) => ({ PhoneNumber: args.number, FriendlyName: args.label }),
  sendAs: 'form',
  fail: c => {
    const found = carrierCommonFail(c)
    if (found !== undefined) return found
    const { reply } = c
    if (get(reply, 'code') === 21_422) // catalog/upstreams/carrier.yaml:25
      return { as: 'upstream_failed', details: get(reply, 'message') ?? 'The number is taken' }
    return undefined
  },
  give: ({ reply }) => ({ phone_number: get(reply, 'phone_number'), sid: get(reply, 'sid') }),
  resultWhen: ({ reply }) => get(reply, 'sid') !== undefined,
}

/** POST of carrier. */
export const carrierBuyIfFree: UpstreamCall<
  Call<any, any, any, any> & {
    args: { number: string; label: string }
    settings: { account: string }
  }
> = {
  id: 'carrier.buy_if_free', upstream: 'carrier', origin: 'catalog/upstreams/carrier.yaml:28',
  method: 'POST',
  takes: { number: 'string', label: 'string' },
  path: ({ settings }) =>
    `/2010-04-01/Accounts/${segment(settings.account)}/IncomingPhoneNumbers.json`,
  timeout: 20_000, retry: 0,
  send: ({ args }) => ({ PhoneNumber: args.number, FriendlyName: args.label }),
  sendAs: 'form', fail: carrierCommonFail,
  passes: ({ status, reply }) => status === 400 && get(reply, 'code') === 21_422,
  give: ({ reply }) => ({ phone_number: get(reply, 'phone_number'), sid: get(reply, 'sid') }),
  resultWhen: ({ reply }) => get(reply, 'sid') !== undefined || get(reply, 'code') === 21_422,
}

/** GET of carrier. */
export const carrierFind: UpstreamCall<
  Call<any, any, any, any> & { args: { label: string }; settings: { account: string } }
> = {
  id: 'carrier.find', upstream: 'carrier', origin: 'catalog/upstreams/carrier.yaml:34',
  method: 'GET',
  takes: { label: 'string' },
  path: ({ settings }) =>
    `/2010-04-01/Accounts/${segment(settings.account)}/IncomingPhoneNumbers.json`,
  timeout: 15_000, retry: 1,
  query: ({ args }) => ({ FriendlyName: args.label }),
  fail: carrierCommonFail,
  give: ({ reply }) => ({ sid: get(reply, 'incoming_phone_numbers', 0, 'sid') ?? 'none' }),
}

/** DELETE of carrier. */
export const carrierGiveBack: UpstreamCall<
  Call<any, any, any, any> & { args: { label: string }; settings: { account: string } }
> = {
  id: 'carrier.give_back', upstream: 'carrier', origin: 'catalog/upstreams/carrier.yaml:41',
  method: 'DELETE',
  takes: { label: 'string' },
  path: ({ settings, earlier }) => `/2010-04-01/Accounts/${segment(settings.account)}/IncomingPhoneNumbers/${segment(say(get(earlier, 'sid')))}.json`,
  timeout: 15_000, retry: 0,
  first: { call: carrierFind },
  fail: carrierCommonFail,
  passes: ({ status }) => status === 404,
}

/** DELETE of carrier. */
export const carrierRelease: UpstreamCall<
  Call<any, any, any, any> & { args: { sid: string }; settings: { account: string } }
> = {
  id: 'carrier.release', upstream: 'carrier', origin: 'catalog/upstreams/carrier.yaml:47',
  method: 'DELETE',
  takes: { sid: 'string' },
  path: ({ args, settings }) => `/2010-04-01/Accounts/${segment(settings.account)}/IncomingPhoneNumbers/${segment(args.sid)}.json`,
  timeout: 15_000, retry: 0, fail: carrierCommonFail,
  passes: ({ status }) => status === 404,
}
