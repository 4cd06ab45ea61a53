/** Generated from the API document by `npm run wire-types`. Do not edit. */

export interface components {
  schemas: {
    UserView: {
      /** @example 12 */
      id: number;
      /** @example Asha Rao */
      name: string;
      /**
       * Format: email
       * @example asha@example.com
       */
      email: string;
      /**
       * @example 0
       * @enum {number}
       */
      is_admin: 0 | 1;
      /**
       * @example 1
       * @enum {number}
       */
      can_use_shared_videos: 0 | 1;
      /**
       * @description IANA name
       * @example Asia/Kolkata
       */
      timezone: string;
      /**
       * @description Of the Facebook Page.
       * @example 102030405060708
       */
      page_id: string | null;
      /**
       * @description Of the Instagram account.
       * @example null
       */
      instagram_page_id: string | null;
      /** @example true */
      has_access_token: boolean;
      /** @example x9Qz */
      access_token_last4: string | null;
      /**
       * @description minutes
       * @example 60
       */
      upload_frequency: number;
      /**
       * @description minutes
       * @example 60
       */
      photo_upload_frequency: number;
      /**
       * @description Ids; the shared videos that are posted by themselves come from these.
       * @example [
       *       3
       *     ]
       */
      preferred_categories: number[];
      /**
       * @description 1: signing in takes a code as well.
       * @example 0
       * @enum {number}
       */
      two_factor: 0 | 1;
      /**
       * Format: date-time
       * @example 2026-11-02T08:00:00.000Z
       */
      created_at: string;
    };
    ActivityView: {
      /** @example 3071 */
      id: number;
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      at: string;
      /**
       * @description Who did it; null when they are deleted.
       * @example 12
       */
      user_id: number | null;
      /**
       * @example signed_in
       * @enum {string}
       */
      action:
        | 'registered'
        | 'signed_in'
        | 'sign_in_failed'
        | 'signed_out'
        | 'session_ended'
        | 'other_sessions_ended'
        | 'password_changed'
        | 'password_reset'
        | 'email_changed'
        | 'two_factor_on'
        | 'two_factor_off'
        | 'recovery_code_used'
        | 'user_added'
        | 'user_changed'
        | 'user_deleted'
        | 'admin_given'
        | 'admin_taken'
        | 'library_given'
        | 'library_taken'
        | 'plan_added'
        | 'plan_changed'
        | 'plan_deleted'
        | 'subscription_given'
        | 'subscription_changed'
        | 'subscription_ended'
        | 'plan_request_declined'
        | 'category_added'
        | 'category_changed'
        | 'category_deleted'
        | 'shared_video_added'
        | 'shared_video_changed'
        | 'shared_video_deleted';
      /**
       * @description Kind and id.
       * @example user:12
       */
      target: string | null;
      /**
       * @description An IPv4 address or an IPv6 /64.
       * @example 203.0.113.7
       */
      address: string | null;
    };
    RegisterDto: {
      /** @example Asha Rao */
      name: string;
      /**
       * Format: email
       * @example asha@example.com
       */
      email: string;
      /**
       * @description IANA name; absent: UTC
       * @example Asia/Kolkata
       */
      timezone?: string;
      /** @example correct horse battery */
      password: string;
      /**
       * @description The same once more.
       * @example correct horse battery
       */
      password_confirmation: string;
    };
    AuthView: {
      /**
       * @description Send it as a bearer token.
       * @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjEyfQ.c2ln
       */
      token: string;
      user: components['schemas']['UserView'];
    };
    LoginDto: {
      /**
       * Format: email
       * @example asha@example.com
       */
      email: string;
      /** @example correct horse battery */
      password: string;
    };
    SecondFactorDto: {
      /**
       * @description Six digits of the app, or where it says so a recovery code.
       * @example 492039
       */
      code: string;
      /**
       * @description From the answer of POST /auth/login.
       * @example Zk3vY0T9c2lXbQ
       */
      challenge: string;
    };
    ForgotPasswordDto: {
      /**
       * Format: email
       * @example asha@example.com
       */
      email: string;
    };
    MessageView: {
      /**
       * @description A sentence for the user.
       * @example Signed out.
       */
      message: string;
    };
    ResetPasswordDto: {
      /**
       * @description what stands behind #token= in the link
       * @example 6f0c7d11a5e14e58
       */
      token: string;
      /** @example staple in the clouds */
      password: string;
      /**
       * @description The same once more.
       * @example staple in the clouds
       */
      password_confirmation: string;
    };
    ValidView: {
      /**
       * @example true
       * @enum {boolean}
       */
      valid: true;
      user: components['schemas']['UserView'];
    };
    ChangeProfileDto: {
      /** @example Asha Rao */
      name?: string;
      /**
       * Format: email
       * @description A new one needs `current_password`.
       * @example asha@example.com
       */
      email?: string;
      /**
       * @description IANA name
       * @example Asia/Kolkata
       */
      timezone?: string;
      /**
       * @description Only for a new email.
       * @example correct horse battery
       */
      current_password?: string;
    };
    ChangePasswordDto: {
      /** @example correct horse battery */
      current_password: string;
      /** @example staple in the clouds */
      password: string;
      /**
       * @description The same once more.
       * @example staple in the clouds
       */
      password_confirmation: string;
    };
    SessionView: {
      /** @example 77 */
      id: number;
      /**
       * @description 1: the session that asks.
       * @example 1
       * @enum {number}
       */
      current: 0 | 1;
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description To the minute.
       * @example 2026-12-03T18:04:00.000Z
       */
      last_seen_at: string;
      /**
       * @description The browser, as it calls itself.
       * @example Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0
       */
      agent: string | null;
      /**
       * @description An IPv4 address or an IPv6 /64.
       * @example 203.0.113.7
       */
      address: string | null;
    };
    StartTwoFactorDto: {
      /**
       * @description The current one.
       * @example correct horse battery
       */
      password: string;
    };
    NewTwoFactorView: {
      /**
       * @description Base32
       * @example JBSWY3DPEHPK3PXP
       */
      secret: string;
      /**
       * @description otpauth://totp/…, for a QR code
       * @example otpauth://totp/Pagecast:asha@example.com?secret=JBSWY3DPEHPK3PXP
       */
      uri: string;
    };
    CodeDto: {
      /**
       * @description Six digits of the app, or where it says so a recovery code.
       * @example 492039
       */
      code: string;
    };
    RecoveryCodesView: {
      /**
       * @description Ten, each good for one use. They are not shown again.
       * @example [
       *       "k3vy-0t9c-2lxb-qa7d"
       *     ]
       */
      recovery_codes: string[];
    };
    StopTwoFactorDto: {
      /**
       * @description Six digits of the app, or where it says so a recovery code.
       * @example 492039
       */
      code: string;
      /**
       * @description The current one.
       * @example correct horse battery
       */
      password: string;
    };
    PostingTimeView: {
      /**
       * @description Monday is 1.
       * @example 1
       */
      day: number;
      /**
       * @description HH:mm in the user's time zone
       * @example 09:00
       */
      time: string;
    };
    AccountView: {
      /** @example 5 */
      id: number;
      /**
       * @example facebook
       * @enum {string}
       */
      network: 'facebook' | 'instagram';
      /**
       * @description The network's id of the Page or of the Instagram account.
       * @example 102030405060708
       */
      remote_id: string;
      /**
       * @description null: the network could not be asked yet.
       * @example Bakery on the Square
       */
      name: string | null;
      /**
       * @description Signed; shown from /storage/.
       * @example null
       */
      picture_path: string | null;
      /**
       * @description 1: the default of its network, to which uploads go that name no account.
       * @example 1
       * @enum {number}
       */
      is_default: 0 | 1;
      /**
       * @description Unverified: never checked.
       * @example connected
       * @enum {string}
       */
      status: 'unverified' | 'connected' | 'paused';
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      verified_at: string | null;
      /**
       * Format: date-time
       * @description When the token ends; null: never, or unknown.
       * @example 2027-01-30T09:30:00.000Z
       */
      expires_at: string | null;
      /**
       * Format: date-time
       * @description When Meta ends the access to the person's data; null: never, or unknown.
       * @example 2027-03-01T09:30:00.000Z
       */
      data_access_expires_at: string | null;
      /** @example null */
      paused_reason: string | null;
      /**
       * Format: date-time
       * @description Null while paused: it waits to be connected again.
       * @example null
       */
      resumes_at: string | null;
      /**
       * @description For an Instagram account: the id of its Page.
       * @example null
       */
      page_id: string | null;
      /**
       * @description minutes
       * @example 60
       */
      upload_frequency: number;
      /**
       * @description minutes
       * @example 60
       */
      photo_upload_frequency: number;
      /**
       * @description How posts without a time get one.
       * @example frequency
       * @enum {string}
       */
      posting: 'frequency' | 'slots';
      /**
       * @description Kept while `posting` is `frequency`.
       * @example []
       */
      slots: components['schemas']['PostingTimeView'][];
      /**
       * @description null: they cannot be read.
       * @example []
       */
      missing_permissions: string[] | null;
      /**
       * @description Pending items.
       * @example 4
       */
      pending: number;
      /**
       * Format: date-time
       * @description When the next item goes out; null: none is to come.
       * @example 2026-12-01T12:00:00.000Z
       */
      next_at: string | null;
    };
    NewAccountDto: {
      /**
       * @description Meta's token of a user or of the Page.
       * @example EAAGm0PX4ZCpsBA
       */
      access_token: string;
      /**
       * @description Digits.
       * @example 102030405060708
       */
      page_id: string;
      /**
       * @description Digits. The Instagram account that belongs to the Page, to connect it too.
       * @example 17841400000000000
       */
      instagram_page_id?: string | null;
    };
    PostingTimeDto: {
      /**
       * @description Monday is 1.
       * @example 1
       */
      day: number;
      /**
       * @description HH:mm in the user's time zone
       * @example 09:00
       */
      time: string;
    };
    ChangeAccountDto: {
      /**
       * @description 1 makes it the default of its network; anything else is no change.
       * @example 1
       * @enum {number}
       */
      is_default?: 1;
      /**
       * @description minutes
       * @example 60
       */
      upload_frequency?: number;
      /**
       * @description minutes
       * @example 60
       */
      photo_upload_frequency?: number;
      /**
       * @description How posts without a time get one. `slots` needs at least one posting time.
       * @example slots
       * @enum {string}
       */
      posting?: 'frequency' | 'slots';
      /** @description All posting times; those that are not in the list are removed. */
      slots?: components['schemas']['PostingTimeDto'][];
    };
    FacebookSettingsDto: {
      /**
       * @description Empty or absent keeps the old one.
       * @example EAAGm0PX4ZCpsBA
       */
      access_token?: string | null;
      /**
       * @description Digits; absent keeps the old one.
       * @example 102030405060708
       */
      page_id?: string | null;
      /**
       * @description Digits; empty disconnects Instagram.
       * @example 17841400000000000
       */
      instagram_page_id?: string | null;
      /**
       * @description minutes
       * @example 60
       */
      upload_frequency?: number;
      /**
       * @description minutes
       * @example 60
       */
      photo_upload_frequency?: number;
    };
    ConnectionView: {
      /**
       * @description Missing: nothing was entered. Unverified: never checked.
       * @example connected
       * @enum {string}
       */
      status: 'missing' | 'unverified' | 'connected' | 'paused';
      /**
       * @description Of the Page or the Instagram account.
       * @example 102030405060708
       */
      id: string | null;
      /** @example Bakery on the Square */
      name: string | null;
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      verified_at: string | null;
      /**
       * Format: date-time
       * @description When the token ends; null: never, or unknown.
       * @example 2027-01-30T09:30:00.000Z
       */
      expires_at: string | null;
      /** @example null */
      paused_reason: string | null;
      /**
       * Format: date-time
       * @description Null while paused: it waits for a new token.
       * @example null
       */
      resumes_at: string | null;
      /**
       * @description null: they cannot be read.
       * @example []
       */
      missing_permissions: string[] | null;
    };
    ConnectionsView: {
      facebook: components['schemas']['ConnectionView'];
      instagram: components['schemas']['ConnectionView'];
    };
    InspectTokenDto: {
      /**
       * @description Meta's token of a user or of a Page.
       * @example EAAGm0PX4ZCpsBA
       */
      access_token: string;
    };
    InstagramAccountView: {
      /** @example 17841400000000000 */
      id: string;
      /** @example bakery.square */
      username: string;
    };
    OfferedPageView: {
      /** @example 102030405060708 */
      page_id: string;
      /** @example Bakery on the Square */
      name: string;
      instagram: components['schemas']['InstagramAccountView'] | null;
    };
    InspectionView: {
      /**
       * @description Whose token it is.
       * @example user
       * @enum {string}
       */
      kind: 'user' | 'page';
      /**
       * Format: date-time
       * @description null: the token never ends, or its end cannot be read.
       * @example 2027-01-30T09:30:00.000Z
       */
      expires_at: string | null;
      /**
       * @description null: they cannot be read.
       * @example []
       */
      missing_permissions: string[] | null;
      pages: components['schemas']['OfferedPageView'][];
    };
    PlanOfSubscriptionView: {
      /** @example 2 */
      id: number;
      /** @example Growth */
      name: string;
      /** @example For a shop that posts every day. */
      description: string;
    };
    ExpiryView: {
      /**
       * Format: date-time
       * @description When it expires, or when an administrator ended it.
       * @example 2026-12-31T09:30:00.000Z
       */
      date: string;
      /**
       * @description begun days
       * @example 28
       */
      days_left: number;
    };
    UsageView: {
      /** @example 2.67 */
      used_percentage: number;
      /** @example 4 */
      used: number;
      /** @example 150 */
      total: number;
    };
    SubscriptionView: {
      /**
       * @example active
       * @enum {string}
       */
      subscription_status: 'active' | 'inactive' | 'expired';
      plan: components['schemas']['PlanOfSubscriptionView'];
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      starts_at: string;
      expiry: components['schemas']['ExpiryView'];
      /** @description bytes */
      storage: components['schemas']['UsageView'];
      /** @description tasks */
      submissions: components['schemas']['UsageView'];
    };
    NoSubscriptionView: {
      /**
       * @example no_subscription
       * @enum {string}
       */
      status: 'no_subscription';
    };
    PlanView: {
      /** @example 2 */
      id: number;
      /** @example Growth */
      name: string;
      /** @example For a shop that posts every day. */
      description: string;
      /**
       * @description rupees
       * @example 999
       */
      price: number;
      /** @example 30 */
      duration_days: number;
      /** @example 10737418240 */
      max_storage_bytes: number;
      /**
       * @description How many tasks may wait at a time.
       * @example 150
       */
      max_pending_submissions: number;
      /**
       * @description How many Pages and Instagram accounts may be connected; null: any number.
       * @example 10
       */
      max_accounts: number | null;
      /**
       * @description How many people may work together; null: any number.
       * @example 5
       */
      max_members: number | null;
      /**
       * @description How many captions may be asked of the AI in a month; null: any number.
       * @example 200
       */
      max_ai_requests: number | null;
      /**
       * @description 1: everybody who registers gets it.
       * @example 0
       * @enum {number}
       */
      on_registration: 0 | 1;
    };
    PlanRequestView: {
      /** @example 6 */
      id: number;
      /** @example 12 */
      user_id: number;
      /** @example 2 */
      plan_id: number;
      /** @example We open a second shop in January. */
      message: string | null;
      /**
       * @example open
       * @enum {string}
       */
      status: 'open' | 'granted' | 'declined';
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      created_at: string;
    };
    NoPlanRequestView: {
      /**
       * @example none
       * @enum {string}
       */
      status: 'none';
    };
    PlanRequestDto: {
      /** @example 2 */
      plan_id: number;
      /** @example We open a second shop in January. */
      message?: string | null;
    };
    CategoryView: {
      /** @example 3 */
      id: number;
      /** @example Recipes */
      name: string;
      /** @example Short recipes for the season. */
      description: string | null;
      /**
       * @description Whether it can be chosen.
       * @example true
       */
      is_active: boolean;
    };
    CategoryDto: {
      /** @example Recipes */
      name: string;
      /** @example Short recipes for the season. */
      description?: string | null;
      /**
       * @description true or false, also 1 or 0; a new category is active unless it says no
       * @example true
       */
      is_active?: boolean | null;
    };
    ChangeCategoryDto: {
      /** @example Recipes */
      name?: string;
      /** @example Short recipes for the season. */
      description?: string | null;
      /**
       * @description true or false, also 1 or 0; a new category is active unless it says no
       * @example true
       */
      is_active?: boolean | null;
    };
    PreferencesDto: {
      /**
       * @example [
       *       3,
       *       5
       *     ]
       */
      category_ids: number[];
    };
    ChangePreferencesDto: {
      /**
       * @example [
       *       3,
       *       5
       *     ]
       */
      category_ids?: number[];
    };
    CaptionView: {
      /** @example 5 */
      id: number;
      /** @example Fresh from the oven. */
      content: string;
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      created_at: string;
    };
    SkippedCaption: {
      /**
       * @description place in the file, from 0
       * @example 3
       */
      index: number;
      /**
       * @description its first 80 characters
       * @example
       */
      content: string;
      /** @example Write something: a caption must not be empty. */
      reason: string;
    };
    BulkView: {
      /** @example 24 */
      created: number;
      skipped: components['schemas']['SkippedCaption'][];
    };
    CaptionContent: {
      /** @example Fresh from the oven. */
      content: string;
    };
    CategoryOfVideo: {
      /** @example 3 */
      id: number;
      /** @example Recipes */
      name: string;
    };
    SharedVideoView: {
      /** @example 9 */
      id: number;
      /** @example Knead by hand */
      title: string;
      /** @example Ten minutes, no machine. */
      description: string | null;
      /**
       * @description Signed; shown from /storage/.
       * @example b7d2e0.mp4?expires=1764957600&signature=77aa
       */
      file_path: string;
      /**
       * @description Signed; shown from `/storage/`.
       * @example b7d2e0.jpg?expires=1764957600&signature=12cd
       */
      thumbnail_path: string | null;
      /** @example 3 */
      category_id: number | null;
      category: components['schemas']['CategoryOfVideo'] | null;
      /** @example 12582912 */
      size_bytes: number;
      /** @example 1080 */
      width: number;
      /** @example 1920 */
      height: number;
      /** @example 21000 */
      duration_ms: number | null;
      /**
       * Format: date-time
       * @example 2026-11-20T10:00:00.000Z
       */
      created_at: string;
    };
    SharedMediumDto: {
      /**
       * @description Id of an upload.
       * @example [
       *       "5f0c8e1d2b7a49f6a3c4d5e6f7081920"
       *     ]
       */
      media_ids: string[];
      /**
       * @description At most 255 characters. Default: the name of the file.
       * @example [
       *       "Knead by hand"
       *     ]
       */
      titles?: string[];
      /**
       * @example [
       *       "Ten minutes, no machine."
       *     ]
       */
      descriptions?: string[];
      /** @example 3 */
      category_id?: number | null;
    };
    CategoryOfVideoDto: {
      /**
       * @description null: without a category.
       * @example 3
       */
      category_id?: number | null;
    };
    FitView: {
      /**
       * @example facebook
       * @enum {string}
       */
      network: 'facebook' | 'instagram';
      /**
       * @example reel
       * @enum {string}
       */
      format: 'reel' | 'video' | 'photo' | 'story';
      /**
       * @example 0
       * @enum {number}
       */
      ok: 0 | 1;
      /**
       * @description Why it does not fit.
       * @example A Facebook reel lasts 3 to 90 seconds
       */
      message: string | null;
    };
    MediumView: {
      /** @example 5f0c8e1d2b7a49f6a3c4d5e6f7081920 */
      id: string;
      /**
       * @description Name of the file.
       * @example winter-menu.mp4
       */
      name: string;
      /**
       * @description The type that its bytes have.
       * @example video/mp4
       */
      type: string;
      /** @example 18350080 */
      size_bytes: number;
      /** @example 1080 */
      width: number;
      /** @example 1920 */
      height: number;
      /**
       * @description Null for a picture.
       * @example 95000
       */
      duration_ms: number | null;
      /**
       * @description A signed link.
       * @example 5f0c8e1d2b.mp4?expires=1795478400&signature=CK76TLEX
       */
      file_path: string;
      /** @example null */
      thumbnail_path: string | null;
      /**
       * Format: date-time
       * @description When it is deleted if no item uses it; null while one does.
       * @example 2026-12-06T12:00:00.000Z
       */
      expires_at: string | null;
      /** @description Which formats take it. */
      fits: components['schemas']['FitView'][];
    };
    AccountOfPost: {
      /** @example 4 */
      id: number;
      /**
       * @description Null if the network has not told it, or its owner had it erased.
       * @example Corner Bakery
       */
      name: string | null;
      /**
       * @example facebook
       * @enum {string}
       */
      network: 'facebook' | 'instagram';
    };
    CategoryOfPost: {
      /** @example 3 */
      id: number;
      /** @example Recipes */
      name: string;
    };
    MediumOfPost: {
      /**
       * @description The upload that it is made of; null if it is none, or its bytes are gone.
       * @example 5f0c8e1d2b7a49f6a3c4d5e6f7081920
       */
      media_id: string | null;
      /**
       * @example image
       * @enum {string}
       */
      type: 'image' | 'video';
      /**
       * @description Says what it shows.
       * @example A loaf of bread
       */
      alt_text: string | null;
      /**
       * @description Signed; shown from `/storage/`.
       * @example a3f1c2.jpg?expires=1764957600&signature=9c0d
       */
      file_path: string | null;
      /**
       * @description Signed; shown from `/storage/`.
       * @example a3f1c2.jpg?expires=1764957600&signature=4be1
       */
      thumbnail_path: string | null;
      /** @example 350080 */
      size_bytes: number;
      /** @example 1080 */
      width: number;
      /** @example 1350 */
      height: number;
      /**
       * @description Null for a picture.
       * @example null
       */
      duration_ms: number | null;
    };
    CoverOfPost: {
      /**
       * @description The frame, from the beginning.
       * @example 1500
       */
      at_ms?: number;
      /**
       * @description The upload of the picture.
       * @example 5f0c8e1d2b7a49f6a3c4d5e6f7081920
       */
      media_id?: string;
      /**
       * @description The picture: signed; shown from `/storage/`.
       * @example a3f1c2.jpg?expires=1764957600&signature=4be1
       */
      file_path?: string;
    };
    PublishStepView: {
      /**
       * Format: date-time
       * @example 2026-12-05T12:00:01.000Z
       */
      at: string;
      /**
       * @description What was asked of the network. `result`: the post failed without a call that failed.
       * @example publish
       */
      step: string;
      /**
       * @example done
       * @enum {string}
       */
      outcome: 'done' | 'failed' | 'unknown' | 'in progress' | 'interrupted';
      /** @example null */
      message: string | null;
      /**
       * @description Meta's code
       * @example null
       */
      code: number | null;
      /**
       * @description Meta's subcode
       * @example null
       */
      subcode: number | null;
      /**
       * @description Meta's trace
       * @example null
       */
      trace_id: string | null;
      /**
       * @description The id that the network gave.
       * @example 1122334455667788
       */
      remote_id: string | null;
    };
    PostView: {
      /** @example 481 */
      id: number;
      /**
       * @description The list that it belongs to.
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /**
       * @example facebook
       * @enum {string}
       */
      network: 'facebook' | 'instagram';
      /**
       * @description What it becomes on its network.
       * @example video
       * @enum {string}
       */
      format: 'video' | 'reel' | 'photo' | 'multi_photo' | 'story' | 'text' | 'carousel';
      /**
       * @description The same in all posts that were made together.
       * @example null
       */
      group_id: number | null;
      /**
       * @description 1: it never goes out, whatever its time.
       * @example 0
       * @enum {number}
       */
      draft: 0 | 1;
      /** @description Null: it waits for an account on its network. */
      account: components['schemas']['AccountOfPost'] | null;
      /** @example Winter menu */
      title: string;
      /**
       * @description Null: one of the captions is posted in its place.
       * @example Our winter menu starts today.
       */
      description: string | null;
      /**
       * @example pending
       * @enum {string}
       */
      status: 'pending' | 'scheduled' | 'processing' | 'uploaded' | 'published' | 'failed';
      /**
       * @description Signed; shown from /storage/.
       * @example a3f1c2.mp4?expires=1764957600&signature=9c0d
       */
      file_path: string | null;
      /**
       * @description Signed; shown from `/storage/`.
       * @example a3f1c2.jpg?expires=1764957600&signature=4be1
       */
      thumbnail_path: string | null;
      /**
       * Format: date-time
       * @description Null: its turn comes by the posting frequency.
       * @example 2026-12-05T12:00:00.000Z
       */
      scheduled_for: string | null;
      /**
       * @description Its place among the posts of its account that wait for their turn, from 1.
       * @example null
       */
      position: number | null;
      /**
       * Format: date-time
       * @description When it goes out, if it is pending; null for a draft, and if its account may not post.
       * @example 2026-12-05T12:00:00.000Z
       */
      next_at: string | null;
      /**
       * @description Why then: its own time, the posting frequency, or one of the posting times.
       * @example time
       * @enum {string|null}
       */
      next_why: 'time' | 'frequency' | 'slot' | null;
      /**
       * Format: date-time
       * @description When its upload began.
       * @example 2026-12-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * @description Why it failed, or why it is being tried again.
       * @example null
       */
      upload_error: string | null;
      /**
       * Format: date-time
       * @description When the failure was taken off the home screen.
       * @example null
       */
      dismissed_at: string | null;
      /**
       * Format: date-time
       * @example null
       */
      published_at: string | null;
      /**
       * @description Where it can be seen.
       * @example null
       */
      permalink: string | null;
      /**
       * @description The text that was posted with it.
       * @example null
       */
      posted_text: string | null;
      /** @example 18350080 */
      size_bytes: number;
      /** @example 1080 */
      width: number;
      /** @example 1920 */
      height: number;
      /**
       * @description Null for a photo.
       * @example 15200
       */
      duration_ms: number | null;
      /**
       * @description The video of the library it was made from.
       * @example null
       */
      shared_video_id: number | null;
      /** @example null */
      category_id: number | null;
      category: components['schemas']['CategoryOfPost'] | null;
      /** @description Its files, in their order. */
      media: components['schemas']['MediumOfPost'][];
      cover: components['schemas']['CoverOfPost'] | null;
      /**
       * @description Where a post of text leads to.
       * @example null
       */
      link: string | null;
      /**
       * @description Posted under it.
       * @example null
       */
      first_comment: string | null;
      /**
       * @example null
       * @enum {string|null}
       */
      first_comment_status: 'waiting' | 'posted' | 'failed' | null;
      /** @example null */
      first_comment_error: string | null;
      /** @description Only where one item is asked for. */
      attempts?: components['schemas']['PublishStepView'][];
    };
    CoverDto: {
      /**
       * @description A frame of the video; either this or `media_id`. Facebook takes pictures alone, and then shows a frame of its own choice.
       * @example 1500
       */
      at_ms?: number;
      /**
       * @description An uploaded JPEG or PNG picture.
       * @example 5f0c8e1d2b7a49f6a3c4d5e6f7081920
       */
      media_id?: string;
    };
    TargetDto: {
      /** @example 4 */
      account_id: number;
      /**
       * @example reel
       * @enum {string}
       */
      format: 'video' | 'reel' | 'photo' | 'multi_photo' | 'story' | 'text' | 'carousel';
      /** @example Our winter menu starts today. #menu */
      description?: string | null;
      /** @example Recipe on our site. */
      first_comment?: string | null;
      /** @example 2026-12-05 12:00:00 */
      scheduled_for?: string | null;
      cover?: components['schemas']['CoverDto'] | null;
    };
    ChosenFileDto: {
      /**
       * @description Id of an upload; either this or `shared_video_id`.
       * @example 5f0c8e1d2b7a49f6a3c4d5e6f7081920
       */
      media_id?: string;
      /**
       * @description A video of the shared library, as the only file. It takes none of the storage, and needs the permission to use the library.
       * @example 9
       */
      shared_video_id?: number;
      /**
       * @description For people who cannot see it.
       * @example A loaf of rye bread on a wooden board
       */
      alt_text?: string | null;
    };
    ComposePostsDto: {
      targets: components['schemas']['TargetDto'][];
      /** @description The files of each post, in their order. */
      media?: components['schemas']['ChosenFileDto'][];
      /**
       * @description Default: the first file's name, else the beginning of the text.
       * @example Winter menu
       */
      title?: string | null;
      /**
       * @description At most 2,200 characters on Instagram, with 30 hashtags and 20 mentions.
       * @example Our winter menu starts today.
       */
      description?: string | null;
      /**
       * @description Posted under it once it is published. At most 2,200 characters on Instagram.
       * @example Recipe on our site.
       */
      first_comment?: string | null;
      /**
       * Format: uri
       * @description For the format `text` alone.
       * @example https://example.com/menu
       */
      link?: string | null;
      /** @description For reels and videos. */
      cover?: components['schemas']['CoverDto'] | null;
      /**
       * @description As in reschedule: a time, "now", or null for the queue, which is the default.
       * @example 2026-12-05 12:00:00
       */
      scheduled_for?: string | null;
      /**
       * @description 1: they never go out, whatever their time.
       * @example 0
       * @enum {number}
       */
      draft?: 0 | 1;
    };
    WarningView: {
      /**
       * @example too_close
       * @enum {string}
       */
      code: 'same_media' | 'same_text' | 'too_close' | 'over_limit' | 'paused' | 'no_plan';
      /** @example "Winter menu" goes out on the same account within 15 minutes. */
      message: string;
      /**
       * @description Index of the target that it is about.
       * @example 0
       */
      target: number;
      /**
       * @description The other item that it is about.
       * @example 482
       */
      item_id: number | null;
    };
    RemainingView: {
      /**
       * @description tasks
       * @example 146
       */
      remaining_submissions: number;
      /**
       * @description bytes
       * @example 10664017920
       */
      remaining_storage: number;
    };
    ComposedPostsView: {
      /**
       * @description The same in all of the posts.
       * @example 481
       */
      group_id: number;
      /** @description In the order of the targets. */
      posts: components['schemas']['PostView'][];
      warnings: components['schemas']['WarningView'][];
      subscription_status: components['schemas']['RemainingView'];
    };
    CheckedPostsView: {
      /**
       * @description As making the posts would name them; empty: they would be made.
       * @example {
       *       "targets[0].format": [
       *         "winter-menu.mp4: A Facebook reel lasts 3 to 90 seconds"
       *       ]
       *     }
       */
      errors: {
        [key: string]: string[];
      };
      /** @description Empty while there are errors. */
      warnings: components['schemas']['WarningView'][];
    };
    ChangePostDto: {
      /** @example Winter menu */
      title?: string;
      /**
       * @description At most 2,200 characters on Instagram, with 30 hashtags and 20 mentions.
       * @example Our winter menu starts today.
       */
      description?: string | null;
      /**
       * @description Null: it has none. At most 2,200 characters on Instagram.
       * @example Recipe on our site.
       */
      first_comment?: string | null;
      /**
       * Format: uri
       * @description Of a text post. Null: it has none.
       * @example https://example.com/menu
       */
      link?: string | null;
      /** @description Of a reel or video. Null: it has none. */
      cover?: components['schemas']['CoverDto'] | null;
      /** @description All its files, in their order. One `alt_text` without an id: the only file stays. */
      media?: components['schemas']['ChosenFileDto'][];
      /**
       * @description 1: it never goes out, whatever its time. 0: it does; if its time has passed, now.
       * @example 1
       * @enum {number}
       */
      draft?: 0 | 1;
      /**
       * @description Moves it to another account of the caller on the same network.
       * @example 4
       */
      account_id?: number;
      /**
       * @description 1: the pending posts made together with it change too, but for their account.
       * @example 0
       * @enum {number}
       */
      apply_to_group?: 0 | 1;
    };
    BulkTimeDto: {
      /** @example 481 */
      id: number;
      /**
       * @description As in a reschedule: a time, "now", or null.
       * @example 2026-12-05 12:00:00
       */
      scheduled_for: string | null;
      /**
       * @description As in a reschedule: what the undone change made it.
       * @example null
       */
      was?: string | null;
    };
    ChangePostsDto: {
      /**
       * @example [
       *       481,
       *       482
       *     ]
       */
      ids: number[];
      /**
       * @example clear_time
       * @enum {string}
       */
      action: 'delete' | 'retry' | 'set_times' | 'shift' | 'clear_time' | 'draft' | 'append_text' | 'move';
      /** @description For `set_times`; one for each id. */
      times?: components['schemas']['BulkTimeDto'][];
      /**
       * @description For `shift`; negative: earlier.
       * @example 90
       */
      minutes?: number;
      /**
       * @description For `draft`.
       * @example 1
       * @enum {number}
       */
      draft?: 0 | 1;
      /**
       * @description For `append_text`; refused where it is too long for the network.
       * @example #menu
       */
      text?: string;
      /**
       * @description For `move`.
       * @example 4
       */
      account_id?: number;
    };
    BulkDone: {
      /** @example 481 */
      id: number;
    };
    BulkRefused: {
      /** @example 482 */
      id: number;
      /**
       * @description As the single call refuses.
       * @example conflict
       */
      error: string;
      /** @example Only a pending item can be deleted; this one is published. */
      message: string;
    };
    ChangedPostsView: {
      done: components['schemas']['BulkDone'][];
      refused: components['schemas']['BulkRefused'][];
    };
    RescheduleDto: {
      /**
       * @description 'YYYY-MM-DD HH:mm:00' in the user's time zone, or ISO 8601 with an offset; 'now' is the current minute, null clears it.
       * @example 2026-12-05 12:00:00
       */
      scheduled_for: string | null;
      /**
       * @description To undo a change: the time that it made, null for none. Applies only while the item still has it; then a time that has passed is taken too.
       * @example null
       */
      was?: string | null;
    };
    RescheduledPostView: {
      /** @example 481 */
      id: number;
      /**
       * @description The list that it belongs to.
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /**
       * @example facebook
       * @enum {string}
       */
      network: 'facebook' | 'instagram';
      /**
       * @description What it becomes on its network.
       * @example video
       * @enum {string}
       */
      format: 'video' | 'reel' | 'photo' | 'multi_photo' | 'story' | 'text' | 'carousel';
      /**
       * @description The same in all posts that were made together.
       * @example null
       */
      group_id: number | null;
      /**
       * @description 1: it never goes out, whatever its time.
       * @example 0
       * @enum {number}
       */
      draft: 0 | 1;
      /** @description Null: it waits for an account on its network. */
      account: components['schemas']['AccountOfPost'] | null;
      /** @example Winter menu */
      title: string;
      /**
       * @description Null: one of the captions is posted in its place.
       * @example Our winter menu starts today.
       */
      description: string | null;
      /**
       * @example pending
       * @enum {string}
       */
      status: 'pending' | 'scheduled' | 'processing' | 'uploaded' | 'published' | 'failed';
      /**
       * @description Signed; shown from /storage/.
       * @example a3f1c2.mp4?expires=1764957600&signature=9c0d
       */
      file_path: string | null;
      /**
       * @description Signed; shown from `/storage/`.
       * @example a3f1c2.jpg?expires=1764957600&signature=4be1
       */
      thumbnail_path: string | null;
      /**
       * Format: date-time
       * @description Null: its turn comes by the posting frequency.
       * @example 2026-12-05T12:00:00.000Z
       */
      scheduled_for: string | null;
      /**
       * @description Its place among the posts of its account that wait for their turn, from 1.
       * @example null
       */
      position: number | null;
      /**
       * Format: date-time
       * @description When it goes out, if it is pending; null for a draft, and if its account may not post.
       * @example 2026-12-05T12:00:00.000Z
       */
      next_at: string | null;
      /**
       * @description Why then: its own time, the posting frequency, or one of the posting times.
       * @example time
       * @enum {string|null}
       */
      next_why: 'time' | 'frequency' | 'slot' | null;
      /**
       * Format: date-time
       * @description When its upload began.
       * @example 2026-12-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * @description Why it failed, or why it is being tried again.
       * @example null
       */
      upload_error: string | null;
      /**
       * Format: date-time
       * @description When the failure was taken off the home screen.
       * @example null
       */
      dismissed_at: string | null;
      /**
       * Format: date-time
       * @example null
       */
      published_at: string | null;
      /**
       * @description Where it can be seen.
       * @example null
       */
      permalink: string | null;
      /**
       * @description The text that was posted with it.
       * @example null
       */
      posted_text: string | null;
      /** @example 18350080 */
      size_bytes: number;
      /** @example 1080 */
      width: number;
      /** @example 1920 */
      height: number;
      /**
       * @description Null for a photo.
       * @example 15200
       */
      duration_ms: number | null;
      /**
       * @description The video of the library it was made from.
       * @example null
       */
      shared_video_id: number | null;
      /** @example null */
      category_id: number | null;
      category: components['schemas']['CategoryOfPost'] | null;
      /** @description Its files, in their order. */
      media: components['schemas']['MediumOfPost'][];
      cover: components['schemas']['CoverOfPost'] | null;
      /**
       * @description Where a post of text leads to.
       * @example null
       */
      link: string | null;
      /**
       * @description Posted under it.
       * @example null
       */
      first_comment: string | null;
      /**
       * @example null
       * @enum {string|null}
       */
      first_comment_status: 'waiting' | 'posted' | 'failed' | null;
      /** @example null */
      first_comment_error: string | null;
      /** @description Only where one item is asked for. */
      attempts?: components['schemas']['PublishStepView'][];
      warnings: components['schemas']['WarningView'][];
    };
    RetryDto: {
      /**
       * @description 1: without a time, even when no task is free, so that it can be edited or deleted.
       * @example 0
       * @enum {number}
       */
      unscheduled?: 0 | 1;
    };
    LibraryPicks: {
      /**
       * @example [
       *       9,
       *       14
       *     ]
       */
      shared_video_ids: number[];
      /**
       * @description At most 255 characters; in the order of the ids. Default: their own.
       * @example [
       *       "Knead by hand"
       *     ]
       */
      titles?: string[];
      /**
       * @description As in reschedule; empty: no time.
       * @example [
       *       "2026-12-05 12:00:00"
       *     ]
       */
      scheduled_for?: string[];
      /**
       * @description One post for each video and account. Default: the default account.
       * @example [
       *       3,
       *       4
       *     ]
       */
      account_ids?: number[];
    };
    MediaPicks: {
      /**
       * @description Ids of uploads.
       * @example [
       *       "5f0c8e1d2b7a49f6a3c4d5e6f7081920"
       *     ]
       */
      media_ids: string[];
      /**
       * @description At most 255 characters; in the order of the ids, like all that follow. Default: the name of the file.
       * @example [
       *       "Winter menu"
       *     ]
       */
      titles?: string[];
      /**
       * @description At most 2200 characters.
       * @example [
       *       "Our winter menu starts today."
       *     ]
       */
      descriptions?: string[];
      /**
       * @description As in reschedule; empty: no time.
       * @example [
       *       "2026-12-05 12:00:00"
       *     ]
       */
      scheduled_for?: string[];
      /**
       * @description One post for each file and account. Default: the default account.
       * @example [
       *       3,
       *       4
       *     ]
       */
      account_ids?: number[];
    };
    EditPostDto: {
      /** @example Winter menu */
      title?: string;
      /** @example Our winter menu starts today. */
      description?: string | null;
    };
    QueueDto: {
      /**
       * @description The ids of all waiting items of the account, of every kind, in the new order.
       * @example [
       *       483,
       *       481,
       *       482
       *     ]
       */
      ids: number[];
    };
    CalendarItemView: {
      /** @example 481 */
      id: number;
      /**
       * @description The list that it belongs to.
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /**
       * @example facebook
       * @enum {string}
       */
      network: 'facebook' | 'instagram';
      /**
       * @description What it becomes on its network.
       * @example video
       * @enum {string}
       */
      format: 'video' | 'reel' | 'photo' | 'multi_photo' | 'story' | 'text' | 'carousel';
      /**
       * @description The same in all posts that were made together.
       * @example null
       */
      group_id: number | null;
      /**
       * @description 1: it never goes out, whatever its time.
       * @example 0
       * @enum {number}
       */
      draft: 0 | 1;
      /** @description Null: it waits for an account on its network. */
      account: components['schemas']['AccountOfPost'] | null;
      /** @example Winter menu */
      title: string;
      /**
       * @description Null: one of the captions is posted in its place.
       * @example Our winter menu starts today.
       */
      description: string | null;
      /**
       * @example pending
       * @enum {string}
       */
      status: 'pending' | 'scheduled' | 'processing' | 'uploaded' | 'published' | 'failed';
      /**
       * @description Signed; shown from /storage/.
       * @example a3f1c2.mp4?expires=1764957600&signature=9c0d
       */
      file_path: string | null;
      /**
       * @description Signed; shown from `/storage/`.
       * @example a3f1c2.jpg?expires=1764957600&signature=4be1
       */
      thumbnail_path: string | null;
      /**
       * Format: date-time
       * @description Null: its turn comes by the posting frequency.
       * @example 2026-12-05T12:00:00.000Z
       */
      scheduled_for: string | null;
      /**
       * @description Its place among the posts of its account that wait for their turn, from 1.
       * @example null
       */
      position: number | null;
      /**
       * Format: date-time
       * @description When it goes out, if it is pending; null for a draft, and if its account may not post.
       * @example 2026-12-05T12:00:00.000Z
       */
      next_at: string | null;
      /**
       * @description Why then: its own time, the posting frequency, or one of the posting times.
       * @example time
       * @enum {string|null}
       */
      next_why: 'time' | 'frequency' | 'slot' | null;
      /**
       * Format: date-time
       * @description When its upload began.
       * @example 2026-12-01T09:30:00.000Z
       */
      created_at: string;
      /**
       * @description Why it failed, or why it is being tried again.
       * @example null
       */
      upload_error: string | null;
      /**
       * Format: date-time
       * @description When the failure was taken off the home screen.
       * @example null
       */
      dismissed_at: string | null;
      /**
       * Format: date-time
       * @example null
       */
      published_at: string | null;
      /**
       * @description Where it can be seen.
       * @example null
       */
      permalink: string | null;
      /**
       * @description The text that was posted with it.
       * @example null
       */
      posted_text: string | null;
      /** @example 18350080 */
      size_bytes: number;
      /** @example 1080 */
      width: number;
      /** @example 1920 */
      height: number;
      /**
       * @description Null for a photo.
       * @example 15200
       */
      duration_ms: number | null;
      /**
       * @description The video of the library it was made from.
       * @example null
       */
      shared_video_id: number | null;
      /** @example null */
      category_id: number | null;
      category: components['schemas']['CategoryOfPost'] | null;
      /** @description Its files, in their order. */
      media: components['schemas']['MediumOfPost'][];
      cover: components['schemas']['CoverOfPost'] | null;
      /**
       * @description Where a post of text leads to.
       * @example null
       */
      link: string | null;
      /**
       * @description Posted under it.
       * @example null
       */
      first_comment: string | null;
      /**
       * @example null
       * @enum {string|null}
       */
      first_comment_status: 'waiting' | 'posted' | 'failed' | null;
      /** @example null */
      first_comment_error: string | null;
      /** @description Only where one item is asked for. */
      attempts?: components['schemas']['PublishStepView'][];
      /**
       * Format: date-time
       * @description Where it stands in the calendar.
       * @example 2026-12-05T12:00:00.000Z
       */
      at: string;
    };
    CalendarSlotView: {
      /**
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /**
       * Format: date-time
       * @example 2026-12-05T13:00:00.000Z
       */
      at: string;
      /**
       * @description `slot`: at one of its account's posting times.
       * @example frequency
       * @enum {string}
       */
      why: 'frequency' | 'slot' | 'library';
      account: components['schemas']['AccountOfPost'] | null;
      /**
       * @description The id of that account.
       * @example 4
       */
      account_id: number | null;
      /**
       * @description The item whose turn it is.
       * @example 482
       */
      id: number | null;
      /**
       * @description The shared video whose turn it is.
       * @example null
       */
      shared_video_id: number | null;
      /**
       * @description Of that item or shared video.
       * @example Winter menu
       */
      title: string | null;
      /**
       * @description Signed; shown from `/storage/`.
       * @example a3f1c2.jpg?expires=1764957600&signature=4be1
       */
      thumbnail_path: string | null;
    };
    CalendarWindowView: {
      items: components['schemas']['CalendarItemView'][];
      slots: components['schemas']['CalendarSlotView'][];
      /**
       * Format: date-time
       * @description Only when there are too many slots in the window: all before this instant are given.
       * @example 2026-12-24T18:30:00.000Z
       */
      slots_until?: string;
    };
    BatchItemDto: {
      /**
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /** @example 481 */
      id: number;
    };
    BatchDto: {
      items: components['schemas']['BatchItemDto'][];
      /**
       * @description 'YYYY-MM-DD HH:mm:00' in the user's time zone, or ISO 8601 with an offset.
       * @example 2026-12-05 12:00:00
       */
      start: string;
      /**
       * @description Minutes between two posts.
       * @example 90
       */
      every_minutes: number;
    };
    BatchView: {
      items: components['schemas']['CalendarItemView'][];
      /** @description What may not be meant. What is said of several is said once. */
      warnings: components['schemas']['WarningView'][];
    };
    NextOutView: {
      /**
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /**
       * Format: date-time
       * @example 2026-12-05T12:00:00.000Z
       */
      at: string;
      /**
       * @example time
       * @enum {string}
       */
      why: 'time' | 'frequency' | 'slot' | 'library';
      account: components['schemas']['AccountOfPost'] | null;
      item: components['schemas']['PostView'] | null;
    };
    UpcomingItemView: {
      /**
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /**
       * Format: date-time
       * @description When it goes out, went out or failed.
       * @example 2026-12-01T09:30:00.000Z
       */
      at: string;
      item: components['schemas']['PostView'];
    };
    UpcomingView: {
      /** @description The first three, over all kinds. */
      next: components['schemas']['NextOutView'][];
      /**
       * @description Pending items without a time.
       * @example 4
       */
      waiting: number;
      /** @description The latest three of the last two weeks. */
      failed: components['schemas']['UpcomingItemView'][];
      /** @description What went out last. */
      last: components['schemas']['UpcomingItemView'] | null;
    };
    AccessRemovedView: {
      /** @example true */
      success: boolean;
    };
    DataDeletionView: {
      /**
       * @description Of the page that shows how far the deletion is.
       * @example https://pagecast.example/data-deletion/5f0c6b1e9a7d4c3f8e2b1a0d9c8b7a6f
       */
      url: string;
      /** @example 5f0c6b1e9a7d4c3f8e2b1a0d9c8b7a6f */
      confirmation_code: string;
    };
    ConnectDto: {
      /**
       * @description An account to connect again: the dialog asks for what was refused before.
       * @example null
       */
      account_id?: number | null;
    };
    DialogView: {
      /**
       * @description Of Facebook's login dialog. Send the browser there that made this call.
       * @example https://www.facebook.com/v26.0/dialog/oauth?client_id=1234567890&state=Zk3vY0T9c2lXbQ
       */
      url: string;
    };
    OfferOfInstagramView: {
      /** @example 17841400000000001 */
      id: string;
      /** @example bakery.on.the.square */
      username: string;
      /**
       * @description Whether it is one of your accounts.
       * @example false
       */
      connected: boolean;
    };
    OfferOfPageView: {
      /** @example 102030405060708 */
      page_id: string;
      /** @example Bakery on the Square */
      name: string;
      /**
       * @description Only for a while.
       * @example https://scontent.xx.fbcdn.net/v/t1/102030405060708.jpg
       */
      picture_url: string | null;
      /** @example true */
      can_post: boolean;
      /**
       * @description Null if posting is possible.
       * @example null
       */
      why_not: string | null;
      /**
       * @description Whether it is one of your accounts.
       * @example true
       */
      connected: boolean;
      /** @description Null if the Page has none. */
      instagram: components['schemas']['OfferOfInstagramView'] | null;
    };
    OfferView: {
      /**
       * @description What was asked for and not granted.
       * @example [
       *       "read_insights"
       *     ]
       */
      missing_permissions: string[];
      pages: components['schemas']['OfferOfPageView'][];
    };
    ChooseDto: {
      /**
       * @description Pages of the offer.
       * @example [
       *       "102030405060708"
       *     ]
       */
      page_ids?: string[] | null;
      /**
       * @description Instagram accounts of the offer, with their Pages or without.
       * @example [
       *       "17841400000000001"
       *     ]
       */
      instagram_ids?: string[] | null;
    };
    FirstStepView: {
      /**
       * @example connect
       * @enum {string}
       */
      key: 'connect' | 'plan' | 'upload' | 'schedule' | 'published';
      /**
       * @example 1
       * @enum {number}
       */
      done: 0 | 1;
    };
    FirstStepsView: {
      /**
       * @description 1: no longer shown.
       * @example 0
       * @enum {number}
       */
      dismissed: 0 | 1;
      steps: components['schemas']['FirstStepView'][];
    };
    FirstStepsDto: {
      /**
       * @example 1
       * @enum {number}
       */
      dismissed: 0 | 1;
    };
    EventsView: {
      /**
       * @description Send it back as Last-Event-ID to be told what changed since.
       * @example 4.17.0.9.2.1.0
       */
      id: string;
      /**
       * @description What changed since Last-Event-ID.
       * @example [
       *       "videos"
       *     ]
       */
      topics: (
        'videos' | 'instagram_videos' | 'photos' | 'posts' | 'connections' | 'accounts' | 'subscriptions'
      )[];
    };
    SubscriptionOfUserView: {
      /** @example 31 */
      id: number;
      /**
       * @example active
       * @enum {string}
       */
      status: 'active' | 'inactive' | 'expired';
      /** @example 2 */
      plan_id: number;
      /**
       * @description The name of the plan.
       * @example Growth
       */
      plan: string;
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      starts_at: string;
      /**
       * Format: date-time
       * @example 2026-12-31T09:30:00.000Z
       */
      expires_at: string;
    };
    UsageOfUserView: {
      /** @example 4 */
      tasks: number;
      /** @example 73400320 */
      storage_bytes: number;
    };
    AdminUserView: {
      /** @example 12 */
      id: number;
      /** @example Asha Rao */
      name: string;
      /**
       * Format: email
       * @example asha@example.com
       */
      email: string;
      /**
       * @example 0
       * @enum {number}
       */
      is_admin: 0 | 1;
      /**
       * @example 1
       * @enum {number}
       */
      can_use_shared_videos: 0 | 1;
      /**
       * @description IANA name
       * @example Asia/Kolkata
       */
      timezone: string;
      /**
       * @description 1: signing in takes a code as well.
       * @example 0
       * @enum {number}
       */
      two_factor: 0 | 1;
      /**
       * Format: date-time
       * @example 2026-11-02T08:00:00.000Z
       */
      created_at: string;
      /** @description In force, else the latest. */
      subscription: components['schemas']['SubscriptionOfUserView'] | null;
      usage: components['schemas']['UsageOfUserView'];
    };
    NewUserDto: {
      /** @example Asha Rao */
      name: string;
      /**
       * Format: email
       * @example asha@example.com
       */
      email: string;
    };
    AdminUserDto: {
      /** @example Asha Rao */
      name?: string;
      /**
       * Format: email
       * @example asha@example.com
       */
      email?: string;
      /**
       * @example 0
       * @enum {number}
       */
      is_admin?: 0 | 1;
      /**
       * @example 1
       * @enum {number}
       */
      can_use_shared_videos?: 0 | 1;
    };
    AdminPlanRequestView: {
      /** @example 6 */
      id: number;
      /** @example 12 */
      user_id: number;
      /** @example 2 */
      plan_id: number;
      /** @example We open a second shop in January. */
      message: string | null;
      /**
       * @example open
       * @enum {string}
       */
      status: 'open' | 'granted' | 'declined';
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      created_at: string;
      /** @example Asha Rao */
      user_name: string;
      /**
       * Format: email
       * @example asha@example.com
       */
      user_email: string;
      /**
       * @description null: the plan is deleted.
       * @example Growth
       */
      plan_name: string | null;
    };
    PlanDto: {
      /** @example Growth */
      name: string;
      /** @example For a shop that posts every day. */
      description?: string;
      /**
       * @description rupees
       * @example 999
       */
      price: number;
      /** @example 30 */
      duration_days: number;
      /** @example 10737418240 */
      max_storage_bytes: number;
      /**
       * @description How many tasks may wait at a time.
       * @example 150
       */
      max_pending_submissions: number;
      /**
       * @description How many Pages and Instagram accounts may be connected; null or absent: any number.
       * @example 10
       */
      max_accounts?: number | null;
      /**
       * @description How many people may work together; null or absent: any number.
       * @example 5
       */
      max_members?: number | null;
      /**
       * @description How many captions may be asked of the AI in a month; null or absent: any number.
       * @example 200
       */
      max_ai_requests?: number | null;
      /**
       * @description 1: everybody who registers gets it. Marking another plan moves the mark.
       * @example 0
       * @enum {number}
       */
      on_registration?: 0 | 1;
    };
    ChangePlanDto: {
      /** @example Growth */
      name?: string;
      /** @example For a shop that posts every day. */
      description?: string;
      /**
       * @description rupees
       * @example 999
       */
      price?: number;
      /** @example 30 */
      duration_days?: number;
      /** @example 10737418240 */
      max_storage_bytes?: number;
      /**
       * @description How many tasks may wait at a time.
       * @example 150
       */
      max_pending_submissions?: number;
      /**
       * @description How many Pages and Instagram accounts may be connected; null or absent: any number.
       * @example 10
       */
      max_accounts?: number | null;
      /**
       * @description How many people may work together; null or absent: any number.
       * @example 5
       */
      max_members?: number | null;
      /**
       * @description How many captions may be asked of the AI in a month; null or absent: any number.
       * @example 200
       */
      max_ai_requests?: number | null;
      /**
       * @description 1: everybody who registers gets it. Marking another plan moves the mark.
       * @example 0
       * @enum {number}
       */
      on_registration?: 0 | 1;
    };
    AdminSubscriptionView: {
      /** @example 31 */
      id: number;
      /** @example 12 */
      user_id: number;
      /** @example Asha Rao */
      user_name: string;
      /**
       * Format: email
       * @example asha@example.com
       */
      user_email: string;
      /**
       * @description IANA name
       * @example Asia/Kolkata
       */
      user_timezone: string;
      /** @example 2 */
      plan_id: number;
      /** @example Growth */
      plan_name: string;
      /**
       * @example active
       * @enum {string}
       */
      status: 'active' | 'inactive' | 'expired';
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      starts_at: string;
      /**
       * Format: date-time
       * @example 2026-12-31T09:30:00.000Z
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When an administrator ended it, or gave another plan instead.
       * @example null
       */
      ended_at: string | null;
    };
    GrantDto: {
      /** @example 12 */
      user_id: number;
      /** @example 2 */
      plan_id: number;
      /**
       * Format: date-time
       * @description Default: now.
       * @example 2026-12-01T09:30:00Z
       */
      starts_at?: string;
      /**
       * Format: date-time
       * @description Default: the start and the duration of the plan.
       * @example 2026-12-31T09:30:00Z
       */
      expires_at?: string;
    };
    ChangeSubscriptionDto: {
      /**
       * Format: date-time
       * @description Extends or shortens it.
       * @example 2027-01-31T09:30:00Z
       */
      expires_at?: string;
      /**
       * @description Ends it now.
       * @example inactive
       * @enum {string}
       */
      status?: 'inactive';
      /**
       * @description True ends it now.
       * @example true
       */
      ended?: boolean;
    };
    AdminPublicationView: {
      /** @example 90211 */
      id: number;
      /** @example 481 */
      post_id: number;
      /**
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /** @example Winter menu */
      title: string;
      /**
       * @example published
       * @enum {string}
       */
      post_status: 'pending' | 'scheduled' | 'processing' | 'uploaded' | 'published' | 'failed';
      /** @example 12 */
      user_id: number;
      /** @example Asha Rao */
      user_name: string;
      /**
       * Format: email
       * @example asha@example.com
       */
      user_email: string;
      /**
       * @description What was asked of the network. `result`: the post failed without a call that failed.
       * @example publish
       */
      step: string;
      /** @example done */
      outcome: string | null;
      /** @example null */
      message: string | null;
      /**
       * @description Meta's code
       * @example null
       */
      code: number | null;
      /**
       * @description Meta's subcode
       * @example null
       */
      subcode: number | null;
      /**
       * @description Meta's trace
       * @example null
       */
      trace_id: string | null;
      /** @example 1122334455667788 */
      remote_id: string | null;
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      at: string;
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:02.000Z
       */
      finished_at: string | null;
    };
    AdminQueueView: {
      /**
       * @description Posts that are due, or under way.
       * @example 3
       */
      due: number;
      /**
       * @description Due within 24 hours.
       * @example 118
       */
      next_day: number;
      /**
       * @description Published within 24 hours.
       * @example 240
       */
      published_day: number;
      /**
       * @description Failed within 24 hours, and not brought back.
       * @example 1
       */
      failed_day: number;
    };
    AdminFailureView: {
      /** @example 481 */
      id: number;
      /**
       * @example video
       * @enum {string}
       */
      kind: 'video' | 'instagram_video' | 'photo' | 'text';
      /** @example Winter menu */
      title: string;
      /** @example 12 */
      user_id: number;
      /** @example Asha Rao */
      user_name: string;
      /**
       * @description Why it failed.
       * @example The media file is missing. Upload it again.
       */
      upload_error: string | null;
      /**
       * Format: date-time
       * @example 2026-12-01T09:30:00.000Z
       */
      failed_at: string;
    };
    RehearsalView: {
      /** @example /rehearsal */
      url: string;
      /** @example rehearsal-token */
      access_token: string;
      /** @example 100000000000001 */
      page_id: string;
      /** @example 200000000000001 */
      instagram_page_id: string;
    };
    LeastSizeView: {
      /** @example 540 */
      width: number;
      /** @example 960 */
      height: number;
    };
    MostSizeView: {
      /** @example 1080 */
      width: number;
      /** @example 1920 */
      height: number | null;
    };
    AspectView: {
      /**
       * @description Width by height.
       * @example 0.5625
       */
      ratio: number;
      /**
       * @description How far off it may be.
       * @example 0.01
       */
      tolerance: number;
    };
    VideoRulesView: {
      /** @example 104857600 */
      maxBytes: number;
      /**
       * @description Of a file input.
       * @example .mp4,video/mp4
       */
      accept: string;
      /**
       * @description The rules as a sentence.
       * @example MP4, up to 100MB
       */
      help: string;
      /**
       * @description What is said of a file that breaks a rule.
       * @example {
       *       "size": "Video must be under 100MB"
       *     }
       */
      sentences: {
        [key: string]: string;
      };
      /**
       * @example [
       *       "mp4"
       *     ]
       */
      containers: ('mp4' | 'mov')[];
      min: components['schemas']['LeastSizeView'] | null;
      max: components['schemas']['MostSizeView'];
      aspect: components['schemas']['AspectView'];
      /** @example 3000 */
      minDurationMs: number;
      /** @example 900000 */
      maxDurationMs: number | null;
      /**
       * @example [
       *       "h264"
       *     ]
       */
      codecs: string[];
    };
    ImageRulesView: {
      /** @example 104857600 */
      maxBytes: number;
      /**
       * @description Of a file input.
       * @example .mp4,video/mp4
       */
      accept: string;
      /**
       * @description The rules as a sentence.
       * @example MP4, up to 100MB
       */
      help: string;
      /**
       * @description What is said of a file that breaks a rule.
       * @example {
       *       "size": "Video must be under 100MB"
       *     }
       */
      sentences: {
        [key: string]: string;
      };
      /**
       * @example [
       *       "jpeg"
       *     ]
       */
      formats: ('jpeg' | 'png' | 'gif')[];
      /**
       * @description Pixels, of either side.
       * @example 500
       */
      min: number;
      /**
       * @description Pixels, of either side.
       * @example 4096
       */
      max: number;
    };
    MediaRulesView: {
      facebook_video: components['schemas']['VideoRulesView'];
      instagram_video: components['schemas']['VideoRulesView'];
      shared_video: components['schemas']['VideoRulesView'];
      photo: components['schemas']['ImageRulesView'];
    };
    ClientConfigView: {
      /** @example Pagecast */
      product: string;
      /**
       * @example rehearsal
       * @enum {string}
       */
      network: 'rehearsal' | 'live';
      /**
       * @example open
       * @enum {string}
       */
      registration: 'open' | 'closed';
      /**
       * @description A messaging link.
       * @example null
       */
      support_url: string | null;
      /**
       * @description Whether any process publishes.
       * @example alive
       * @enum {string}
       */
      publisher: 'alive' | 'away';
      /**
       * @description Whether accounts can be connected by a login dialog.
       * @example true
       */
      connect: boolean;
      /** @description Null with `network` live. */
      rehearsal: components['schemas']['RehearsalView'] | null;
      media_rules: components['schemas']['MediaRulesView'];
    };
    Error: {
      /** @example 422 */
      statusCode: number;
      /**
       * @description A stable word for machines.
       * @example validation_failed
       */
      error: string;
      /**
       * @description A sentence that a user can act on.
       * @example Enter a title.
       */
      message: string;
      /**
       * @description Each wrong field, and what is wrong with it.
       * @example {
       *       "title": [
       *         "Enter a title."
       *       ]
       *     }
       */
      errors?: {
        [key: string]: string[];
      };
      /**
       * @description With `two_factor_required` only: send it with the code to `POST /auth/two-factor`.
       * @example Zk3vY0T9c2lXbQ
       */
      challenge?: string;
      /**
       * @description With a 409 of an account that is to be removed: how many pending items it has.
       * @example 3
       */
      pending?: number;
      /**
       * @description With a 500 only: name it when you ask for support.
       * @example 0b9a2c4e-6f1d-4d0e-9a53-0f2f6f0c7d11
       */
      request_id?: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
