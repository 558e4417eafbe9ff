// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Price, Settlement, UsageOfRealfaceEnrollReply } from './shared.js'

export interface RealfaceInitRequest {
  /** of the person */
  name: string
  /** as returned earlier, for a fresh link */
  groupId?: string
}

export interface RealfaceInitReply {
  object: 'realface.init'
  group_id: string
  h5_link?: unknown
  status: 'active' | 'pending_validation'
  expires_in_seconds: number
  next_steps: ('Open h5_link on a phone within 120 seconds and record a short video with a nod and a blink.' | 'Poll GET /api/v1/realface/status?groupId=<group_id> every 3 to 5 seconds until ready_to_finalize is true.' | 'Send name, image_url and group_id to POST /api/v1/realface/enroll.')[]
}

export interface RealfaceStatusReply {
  object: 'realface.status'
  group_id: string
  status: 'active' | 'pending_validation'
  asset_count?: unknown
  ready_to_finalize: boolean
}

export interface RealfaceEnrollRequest {
  name: string
  /** public https address of a JPG, PNG or WEBP, 10 MB at most */
  image_url: string
  /** of an active group */
  group_id: string
}

export interface RealfaceEnrollReply {
  object: 'realface'
  asset_id?: unknown
  group_id: string
  provider_asset_id?: unknown
  name: string
  image_url: string
  created_at: string
  usage: UsageOfRealfaceEnrollReply
  price?: Price
  settlement: Settlement
}
