import { AdminAccounts } from '../auth/admin-accounts';
import { loadConfig } from '../config/config';
import { command, needed } from './command';
import { newPassword } from './new-password';
import { withProduct } from './product';

export default command({
  usage: 'admin reset-password --email ADDRESS [--password-stdin] [--disable-two-factor]',
  help: [
    'Gives an account, whosever it is, a new password, and signs it out everywhere.',
    '',
    '  --email ADDRESS        whose password',
    '  --password-stdin       read the password from stdin; without it a random one is made and printed once',
    '  --disable-two-factor   also turn off its two-factor sign-in: the phone and the recovery codes are lost',
  ],
  options: {
    email: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    'disable-two-factor': { type: 'boolean' },
  },
  async run({ values }, to) {
    const email = needed('email', values.email);
    await withProduct(loadConfig(to.env), async (product) => {
      const accounts = product.get(AdminAccounts);
      const user = await accounts.find(email);
      if (!user) throw new Error('Nobody has this address. `cli admin create` adds an administrator.');
      const { password, show } = await newPassword(values['password-stdin'] === true, to);
      const disableTwoFactor = values['disable-two-factor'] === true;
      await accounts.resetPassword(user, password, { disableTwoFactor });
      to.say(`${user.email} has a new password, and is signed out everywhere.`);
      if (user.twoFactor)
        to.say(disableTwoFactor ? 'Two-factor sign-in is off.' : 'Two-factor sign-in is still on.');
      show();
    });
  },
});
