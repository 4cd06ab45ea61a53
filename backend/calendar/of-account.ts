/** The query parameter that narrows a call down to one account. */
export const OF_ACCOUNT = {
  name: 'account_id',
  required: false,
  schema: { type: 'integer', minimum: 1, example: 3 },
  description: "Only what belongs to this account. For an account that is not the caller's: nothing.",
};
