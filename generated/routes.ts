// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Route } from '../runtime/contract.ts'
import { discoverable } from '../runtime/discovery.ts'
import {
  getDefiChains, getDefiPricesCoins, getDefiProtocolSlug, getDefiProtocols, getDefiYields,
} from './data/defi.ts'
import {
  getCommodityHistorySymbol, getCommodityList, getCommodityPriceSymbol, getCryptoHistorySymbol,
  getCryptoList, getCryptoPriceSymbol, getFxHistorySymbol, getFxList, getFxPriceSymbol,
  getStocksMarketHistorySymbol, getStocksMarketList, getStocksMarketPriceSymbol,
} from './data/market.ts'
import {
  getPmDflowRest, getPmExchangeCandlesSymbol, getPmExchangeTicksSymbol, getPmMarkets,
  getPmMarketsListings, getPmMarketsSearch, getPmMatchingMarkets, getPmMatchingMarketsPairs,
  getPmOutcomesId, getPmSportsRest, getPmVenueAActivity, getPmVenueACandlesticksConditionId,
  getPmVenueACandlesticksTokenTokenId, getPmVenueACohortsStats, getPmVenueACryptoUpdown,
  getPmVenueAEvents, getPmVenueAEventsKeyset, getPmVenueALeaderboard,
  getPmVenueALeaderboardMarketConditionId, getPmVenueAMarketConditionIdSmartMoney,
  getPmVenueAMarketConditionIdTopHolders, getPmVenueAMarketPriceTokenId, getPmVenueAMarkets,
  getPmVenueAMarketsConditionIdOpenInterest, getPmVenueAMarketsKeyset,
  getPmVenueAMarketsSmartActivity, getPmVenueAMarketsTokenIdVolume, getPmVenueAOrderbooks,
  getPmVenueAPositions, getPmVenueATrades, getPmVenueAUmaMarketConditionId, getPmVenueAUmaMarkets,
  getPmVenueAVolumeChartConditionId, getPmVenueAWalletAddressCluster,
  getPmVenueAWalletIdentityWallet, getPmVenueAWalletPnlWallet, getPmVenueAWalletPositionsWallet,
  getPmVenueAWalletVolumeChartWallet, getPmVenueAWalletWallet, getPmVenueAWalletWalletMarkets,
  getPmVenueAWalletWalletSimilar, getPmVenueAWalletsFilter, getPmVenueAWalletsProfiles,
  getPmVenueBMarkets, getPmVenueBOrderbooks, getPmVenueBTrades, getPmVenueCMarkets,
  getPmVenueCOrderbooks, getPmVenueDMarkets, getPmVenueDOrderbooks, getPmVenueEMarkets,
  getPmVenueEOrderbooks, postPmVenueAWalletIdentities,
} from './data/pm.ts'
import {
  postSocialUsersFollowers, postSocialUsersFollowings, postSocialUsersLookup,
} from './data/social.ts'
import { getSurfRest, postSurfRest } from './data/surf.ts'
import {
  getDexagg, getDexaggGaslessApprovalTokens, getDexaggGaslessChains, getDexaggGaslessPrice,
  getDexaggGaslessQuote, getDexaggGaslessStatusTradeHash, getDexaggPrice, getDexaggQuote,
  getDexaggSwapChains, postDexagg, postDexaggGaslessSubmit, postDexaggRest,
} from './data/swap.ts'
import {
  getWebsearch, getWebsearchRest, postWebsearchAnswer, postWebsearchContents,
  postWebsearchFindSimilar, postWebsearchSearch,
} from './data/websearch.ts'
import { postImagesEdits, postImagesImage2Image } from './media/edits.ts'
import { getImagesModels, postImagesGenerations, postV1ImagesGenerations } from './media/images.ts'
import { getAudioModels, postAudioGenerations } from './media/music.ts'
import {
  getAudioVoices, postAudioSoundEffects, postAudioSpeech, postV1AudioSpeech,
} from './media/speech.ts'
import { getVideoModels, postVideos, postVideosGenerations } from './media/videos.ts'
import {
  getRealfaceStatus, getWalletAddressPortraits, getWalletAddressRealfaces, postPortraitEnroll,
  postRealfaceEnroll, postRealfaceInit,
} from './people/faces.ts'
import { postVenueAFund } from './people/funding.ts'
import {
  postPhoneNumbersBuy, postPhoneNumbersList, postPhoneNumbersRelease, postPhoneNumbersRenew,
} from './people/numbers.ts'
import { postPhoneLookup, postPhoneLookupFraud } from './people/phone.ts'
import { getVoiceCallCallId, postVoiceCall } from './people/voice.ts'
import { postChatCompletions, postChatRest } from './text/chat.ts'
import { postMessages, postMessagesCountTokens } from './text/messages.ts'
import {
  getResponsesId, postResponses, postResponsesCompact, postResponsesIdCancel,
  postResponsesInputTokens,
} from './text/responses.ts'
import { postSearch } from './text/search.ts'
import {
  getAssetsFaviconSvg, getAssetsPagesCss, getAssetsPagesJs, getAssetsReferenceJs, getBalance,
  getClientTgz, getDocs, getHealth, getHealthChain, getHealthModels, getHealthOverview,
  getHealthRegions, getLlmsFullTxt, getLlmsTxt, getModels, getModelsRest, getOpenapiJson,
  getPricing, getPurchases, getPurchasesNonce, getRobotsTxt, getRoot, getSitemapXml,
  getWellKnownAgentCardJson, getWellKnownJwksJson, getWellKnownMcpJson, getWellKnownSecurityTxt,
  getWellKnownX402, postMcp, postMcpAll, postQuote,
} from './tools/gateway.ts'
import { postOnrampToken } from './tools/onramp.ts'
import { postRpcNetwork } from './tools/rpc.ts'
import {
  getSandboxRest, postSandboxCreate, postSandboxExec, postSandboxRest, postSandboxStatus,
  postSandboxTerminate,
} from './tools/sandbox.ts'

/** Every route, in the order of the catalog, with the discovery metadata of its challenge. */
export const routes: readonly Route[] = [
  getDefiProtocols, getDefiProtocolSlug, getDefiChains, getDefiYields, getDefiPricesCoins,
  getCryptoList, getCryptoPriceSymbol, getCryptoHistorySymbol, getFxList, getFxPriceSymbol,
  getFxHistorySymbol, getCommodityList, getCommodityPriceSymbol, getCommodityHistorySymbol,
  getStocksMarketList, getStocksMarketPriceSymbol, getStocksMarketHistorySymbol,
  getPmVenueAMarketPriceTokenId, getPmVenueACandlesticksConditionId,
  getPmVenueACandlesticksTokenTokenId, getPmVenueAVolumeChartConditionId,
  getPmVenueAMarketsTokenIdVolume, getPmVenueAMarketsConditionIdOpenInterest,
  getPmVenueACohortsStats, getPmVenueAMarketConditionIdTopHolders,
  getPmVenueAMarketConditionIdSmartMoney, getPmVenueAWalletWallet, getPmVenueAWalletWalletSimilar,
  getPmVenueAWalletPnlWallet, getPmVenueAWalletVolumeChartWallet, getPmVenueAWalletsProfiles,
  getPmVenueAUmaMarketConditionId, getPmVenueAWalletIdentityWallet, postPmVenueAWalletIdentities,
  getPmVenueAWalletAddressCluster, getPmExchangeCandlesSymbol, getPmExchangeTicksSymbol,
  getPmVenueAMarkets, getPmVenueAMarketsKeyset, getPmVenueAEvents, getPmVenueAEventsKeyset,
  getPmVenueACryptoUpdown, getPmVenueAOrderbooks, getPmVenueATrades, getPmVenueAActivity,
  getPmVenueAPositions, getPmVenueALeaderboard, getPmVenueALeaderboardMarketConditionId,
  getPmVenueAMarketsSmartActivity, getPmVenueAWalletWalletMarkets, getPmVenueAWalletPositionsWallet,
  getPmVenueAWalletsFilter, getPmVenueAUmaMarkets, getPmVenueBMarkets, getPmVenueBTrades,
  getPmVenueBOrderbooks, getPmVenueCMarkets, getPmVenueCOrderbooks, getPmVenueDMarkets,
  getPmVenueDOrderbooks, getPmVenueEMarkets, getPmVenueEOrderbooks, getPmMarketsSearch,
  getPmSportsRest, getPmMatchingMarkets, getPmMatchingMarketsPairs, getPmMarkets,
  getPmMarketsListings, getPmOutcomesId, getPmDflowRest, postSocialUsersLookup,
  postSocialUsersFollowers, postSocialUsersFollowings, getSurfRest, postSurfRest, getDexaggPrice,
  getDexaggQuote, getDexaggGaslessPrice, getDexaggGaslessQuote, postDexaggGaslessSubmit,
  getDexaggGaslessStatusTradeHash, getDexaggGaslessApprovalTokens, getDexaggGaslessChains,
  getDexaggSwapChains, postDexaggRest, getDexagg, postDexagg, postWebsearchSearch,
  postWebsearchAnswer, postWebsearchContents, postWebsearchFindSimilar, getWebsearchRest,
  getWebsearch, postImagesImage2Image, postImagesEdits, postImagesGenerations,
  postV1ImagesGenerations, getImagesModels, postAudioGenerations, getAudioModels, postAudioSpeech,
  postV1AudioSpeech, postAudioSoundEffects, getAudioVoices, postVideosGenerations, postVideos,
  getVideoModels, postRealfaceInit, getRealfaceStatus, postRealfaceEnroll, postPortraitEnroll,
  getWalletAddressRealfaces, getWalletAddressPortraits, postVenueAFund, postPhoneNumbersBuy,
  postPhoneNumbersRenew, postPhoneNumbersList, postPhoneNumbersRelease, postPhoneLookup,
  postPhoneLookupFraud, postVoiceCall, getVoiceCallCallId, postChatCompletions, postChatRest,
  postMessages, postMessagesCountTokens, postResponses, getResponsesId, postResponsesIdCancel,
  postResponsesInputTokens, postResponsesCompact, postSearch, getModels, getModelsRest, getPricing,
  getRoot, getDocs, getAssetsPagesCss, getAssetsPagesJs, getAssetsReferenceJs, getAssetsFaviconSvg,
  getRobotsTxt, getSitemapXml, getWellKnownSecurityTxt, getLlmsTxt, getLlmsFullTxt, getClientTgz,
  getOpenapiJson, getWellKnownX402, getWellKnownAgentCardJson, getWellKnownMcpJson, postQuote,
  postMcp, postMcpAll, getPurchasesNonce, getPurchases, getWellKnownJwksJson, getBalance, getHealth,
  getHealthOverview, getHealthChain, getHealthModels, getHealthRegions, postOnrampToken,
  postRpcNetwork, postSandboxCreate, postSandboxExec, postSandboxStatus, postSandboxTerminate,
  getSandboxRest, postSandboxRest,
].map(
  discoverable,
)
