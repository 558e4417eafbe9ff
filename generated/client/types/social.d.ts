// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface SocialUsersLookupRequest {
  /** a list, or one text with commas; the first 100 are looked up */
  usernames: string | string[]
}

export interface SocialUsersFollowersRequest {
  /** a user name */
  username: string
  /** next_cursor of the page before */
  cursor?: string
}

export interface FollowersItem {
  id: string
  name: string
  screen_name: string
  userName: string
  location: string
  description: string
  protected: boolean
  verified: boolean
  followers_count: number
  following_count: number
  friends_count: number
  favourites_count: number
  statuses_count: number
  created_at: string
  profile_banner_url: string
  profile_image_url_https: string
  can_dm: boolean
}
