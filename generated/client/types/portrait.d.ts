// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Price, Settlement, UsageOfRealfaceEnrollReply } from './shared.js'

export interface PortraitEnrollRequest {
  name: string
  /** public https address of a JPG, PNG or WEBP, 10 MB at most */
  image_url: string
}

export interface PortraitEnrollReply {
  object: 'virtual_portrait'
  asset_id?: unknown
  group_id?: unknown
  name: string
  image_url: string
  created_at: string
  usage: UsageOfRealfaceEnrollReply
  price?: Price
  settlement: Settlement
}
