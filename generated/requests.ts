// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Json } from '../runtime/contract.ts'

export type PostRpcNetworkBody = ({
    method: string
    [k: string]: Json | undefined | string
  } | {
    method: string
    [k: string]: Json | undefined | string
  }[])

export type PostPmVenueAWalletIdentitiesBody = {
  /** wallet addresses */
  addresses: string[]
}

export type PostImagesImage2ImageBody = {
  /** one of the models that edit */
  model: string
  /** what to change */
  prompt: string
  /** data URI of the source, or several to fuse */
  image: string[]
  /** data URI of a PNG of the same size; where it is transparent the image may change */
  mask?: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
}

export type PostImagesGenerationsBody = {
  /** one of the model ids */
  model: string
  /** image description */
  prompt: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
}

export type PostAudioGenerationsBody = {
  /** one of the model ids */
  model: string
  /** style, mood, what it is about */
  prompt: string
  /** without a voice */
  instrumental: boolean
  /** what is sung; written for the prompt where there is none */
  lyrics: string
  /** a hint to the model, which makes about three minutes of its own accord */
  duration_seconds: number
}

export type PostAudioSpeechBody = {
  /** one of the model ids */
  model: string
  /** what to say */
  input: string
  /** name or id of a voice */
  voice: string
  response_format: ("mp3" | "opus" | "pcm" | "wav")
  /** 1 is the voice's own */
  speed: number
}

export type PostAudioSoundEffectsBody = {
  /** what is to be heard */
  text: string
  /** chosen for the sound unless given */
  duration_seconds?: number
  /** how closely the text is followed */
  prompt_influence: number
  response_format: ("mp3" | "opus" | "pcm")
}

export type PostVideosGenerationsBody = {
  /** one of the model ids */
  model: string
  /** what happens */
  prompt: string
  /** first frame: https URL or data URI */
  image_url?: string
  /** ta_ and hex digits, from face enrollment */
  real_face_asset_id?: string
  /** final frame: https URL or data URI */
  last_frame_url?: string
  /** https URLs or data URIs of what is to be seen */
  reference_image_urls?: string[]
  reference_videos?: Json
  reference_audios?: Json
  video_url?: Json
  audio_url?: Json
  input_type?: ("text" | "image" | "first_last_frame" | "reference")
  /** billed; the model's own length unless given */
  duration_seconds?: number
  /** the model's first unless given */
  resolution?: string
  aspect_ratio?: string
  /** on for text alone unless given */
  generate_audio?: boolean
  seed?: number
  watermark: boolean
  /** also give the final frame as a picture */
  return_last_frame: boolean
}

export type PostVideosBody = {
  /** one of the model ids */
  model: string
  /** what happens */
  prompt: string
  /** first frame: https URL or data URI */
  image_url?: string
  /** ta_ and hex digits, from face enrollment */
  real_face_asset_id?: string
  /** final frame: https URL or data URI */
  last_frame_url?: string
  /** https URLs or data URIs of what is to be seen */
  reference_image_urls?: string[]
  reference_videos?: Json
  reference_audios?: Json
  video_url?: Json
  audio_url?: Json
  input_type?: ("text" | "image" | "first_last_frame" | "reference")
  /** billed; the model's own length unless given */
  duration_seconds?: number
  /** the model's first unless given */
  resolution?: string
  aspect_ratio?: string
  /** on for text alone unless given */
  generate_audio?: boolean
  seed?: number
  watermark: boolean
  /** also give the final frame as a picture */
  return_last_frame: boolean
}

export type PostVideosForm = {
  /** a model id; video-... stands for vendorD/video-... */
  model?: string
  /** parts {type, text} and at most one {type, image_url} */
  content: Json[]
  /** aspect_ratio */
  ratio?: string
  /** duration_seconds */
  duration?: number
  image_url?: Json
  aspect_ratio?: Json
  duration_seconds?: Json
  [k: string]: Json | undefined | string | Json[] | number
}

export type GetBalanceQuery = {
  /** the wallet */
  address: string
}
