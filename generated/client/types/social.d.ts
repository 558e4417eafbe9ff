// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface SocialUsersLookupRequest {
  /** a list, or one text with commas; the first 100 are looked up */
  usernames: string | string[]
}

export interface SocialUsersLookupReply {
  users: {
    id?: unknown
    userName?: unknown
    name?: unknown
    profilePicture?: unknown
    description?: unknown
    followers?: unknown
    following?: unknown
    isBlueVerified?: unknown
    verifiedType?: unknown
    location?: unknown
    joined?: unknown
  }[]
  not_found: string[]
  total_requested: number
  total_found: number
}

export interface SocialUsersFollowersRequest {
  /** a user name */
  username: string
  /** next_cursor of the page before */
  cursor?: string
}

export interface SocialUsersFollowersReply {
  followers?: unknown
  has_next_page?: unknown
  next_cursor?: unknown
  total_returned: number
  username: string
}

export interface SocialUsersFollowingsReply {
  followings?: unknown
  has_next_page?: unknown
  next_cursor?: unknown
  total_returned: number
  username: string
}
