export const TEXTS = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  removedAccount: 'Removed account',
  allAccounts: 'All accounts',
  account: 'Account',
  postTo: 'Post to',
  accountsFailed: 'Your accounts could not be loaded. New posts go to the default account.',
  search: 'Search accounts',
  noMatch: 'No account matches your search.',
  tryAgain: 'Try again',
};
