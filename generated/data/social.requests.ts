// Code generated from catalog/data/social.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostSocialUsersLookupBody = {
  /** a list, or one text with commas; the first 100 are looked up */
  usernames: string[]
}

export type PostSocialUsersFollowersBody = {
  /** a user name */
  username: string
  /** next_cursor of the page before */
  cursor?: string
}

/** The derived values of POST /api/v1/social/users/lookup. */
export interface PostSocialUsersLookupValues {
  written: readonly string[]
  bare: readonly string[]
  names: readonly string[]
}

/** The derived values of POST /api/v1/social/users/followers. */
export interface PostSocialUsersFollowersValues {
  name: string
}
