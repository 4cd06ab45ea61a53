export const TEXTS = {
  several: {
    same_media: (count: string) => `${count} have the same file as another post for the same account.`,
    same_text: (count: string) => `${count} have the same text as another post for the same account.`,
    too_close: (count: string) => `${count} go out within 15 minutes of another post for the same account.`,
    over_limit: (accounts: string) => `${accounts} get more posts in 24 hours than their network allows.`,
    paused: (accounts: string) => `${accounts} are paused. Nothing goes out there for now.`,
    no_plan: () => 'Your plan ends before some of these times.',
  },
};
