import type { INestApplicationContext } from '@nestjs/common';
import { AdminAccounts } from '../auth/admin-accounts';
import { loadConfig } from '../config/config';
import { PlansService } from '../subscriptions/plans.service';
import type { User } from '../users/user.entity';
import { command, needed } from './command';
import { newPassword } from './new-password';
import { toMigrate, withProduct } from './product';

export default command({
  usage: 'admin create --email ADDRESS [--name NAME] [--password-stdin] [--promote]',
  help: [
    '  --email ADDRESS    whom it is for',
    '  --name NAME        how the screens call them; "Administrator" without it',
    '  --password-stdin   read the password from stdin; without it a random one is made and printed once',
    '  --promote          where the address has an account already, make that one an administrator',
  ],
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    promote: { type: 'boolean' },
  },
  async run({ values }, to) {
    const email = needed('email', values.email);
    const config = loadConfig(to.env);
    const { made } = await toMigrate(config);
    const create = async (product: INestApplicationContext) => {
      if (made !== undefined) to.say(made);
      const accounts = product.get(AdminAccounts);
      const known = await accounts.find(email);
      if (known) {
        if (!values.promote) throw new Error(whyNotAdded(known));
        const changed = await accounts.promote(known.id);
        to.say(`${known.email} ${changed ? 'is an administrator now' : 'was an administrator already'}.`);
        return;
      }
      await product.get(PlansService).ensureFirst();
      const { password, show } = await newPassword(values['password-stdin'] === true, to);
      const added = await accounts.create({ email, name: values.name ?? 'Administrator', password });
      to.say(`${added.email} is an administrator now.`);
      show();
    };
    await withProduct(config, create, { makes: true });
  },
});

/** A command that was cut off may have added the account and shown nobody its password. */
const whyNotAdded = ({ email, isAdmin }: User): string =>
  isAdmin
    ? `${email} is an administrator already. \`cli admin reset-password --email ${email}\` gives them a new password.`
    : `${email} has an account already. With --promote it becomes an administrator; its password stays.`;
