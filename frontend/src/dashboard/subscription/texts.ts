export const TEXTS = {
  activeSubscriptionNeeded: 'You need an active subscription to access this feature.',
  subscriptionRequired: 'Subscription Required',
  viewPlans: 'View Plans',
};
