// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type VideosId = 'vendorF/video-2' | 'vendorC/imagine-video' | 'vendorC/imagine-video-1.5' | 'vendorD/video-1.5-pro' | 'vendorD/video-2.0-mini' | 'vendorD/video-2.0-fast' | 'vendorD/video-2.0' | 'vendorD/video-2.5'

export type FaceAsset = string

export interface VideosGenerateRequest {
  /** one of the model ids */
  model?: VideosId
  /** what happens */
  prompt: string
  /** first frame: https URL or data URI */
  image_url?: string
  /** ta_ and hex digits; a face that your wallet has enrolled, or a character */
  real_face_asset_id?: FaceAsset
  /** final frame: https URL or data URI */
  last_frame_url?: string
  /** https URLs or data URIs of what the clip should show */
  reference_image_urls?: string[]
  /** Not available: refused with 503: Reference videos are not available yet */
  reference_videos?: unknown
  /** Not available: refused with 503: Reference audios are not available yet */
  reference_audios?: unknown
  /** Not available: refused with 400: Use reference_videos instead of video_url */
  video_url?: unknown
  /** Not available: refused with 400: Use reference_audios instead of audio_url */
  audio_url?: unknown
  /** text, image, first_last_frame or reference: refused unless it matches the fields sent */
  input_type?: string
  /** length of the clip, which you pay for; by default the model's own length */
  duration_seconds?: number
  /** by default the model's first resolution */
  resolution?: string
  aspect_ratio?: string
  /** by default on, unless images are given */
  generate_audio?: boolean
  seed?: number
  watermark?: boolean
  /** also return the final frame as an image */
  return_last_frame?: boolean
}

export interface VideosCreateRequest {
  /** a model id; video-... stands for vendorD/video-... */
  model?: string
  /** parts {type, text} and at most one {type, image_url} */
  content: unknown[]
  /** aspect_ratio */
  ratio?: string
  /** duration_seconds */
  duration?: number
  image_url?: unknown
  aspect_ratio?: unknown
  duration_seconds?: unknown
}
