import { expressionBuilder, sql, type SqlBool, type Updateable } from 'kysely';
import { query, type Tables } from '../database/tables';

/*
 * What other modules change about users, as statements for their units. A caller adds on what condition, and each is
 * one conditional UPDATE.
 */

export const changingUser = (id: number, change: Updateable<Tables['users']>) =>
  query.updateTable('users').set(change).where('id', '=', id);

/** Changes nothing, but whoever does the same for this user waits until the unit is done. */
export const holdingUser = (id: number) =>
  query
    .updateTable('users')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', id);

/** Not from the last administrator: somebody must be able to give plans. */
export const takingAdmin = (id: number) => changingUser(id, { is_admin: 0 }).where(otherAdmins(id), '>', 0);

/** From then on nobody can sign in to the account. Not of the last administrator. */
export const closingUser = (id: number) =>
  changingUser(id, { is_admin: 0, password_hash: '' }).where(({ or, eb }) =>
    or([eb('is_admin', '=', 0), eb(otherAdmins(id), '>', 0)]),
  );

export const deletingUser = (id: number) => query.deleteFrom('users').where('id', '=', id);

const preferred = expressionBuilder<Tables, 'users'>().ref('preferred_categories');

/** Takes a category out of what users prefer, in SQL that both databases know. */
export function forgettingCategory(id: number) {
  const forms = [
    [`[${id}]`, '[]'],
    [`[${id},`, '['],
    [`,${id},`, ','],
    [`,${id}]`, ']'],
  ];
  const without = forms.reduce(
    (list, [form, rest]) => sql<string>`replace(${list}, ${form}, ${rest})`,
    sql<string>`${preferred}`,
  );
  return query.updateTable('users').set({ preferred_categories: without }).where(prefers(id));
}

/** Of a row of `users`: a category stands in its JSON array. */
export const prefers = (category: number) =>
  sql<SqlBool>`replace(replace(${preferred}, '[', ','), ']', ',') like ${`%,${category},%`}`;

/** The table between is for MySQL, which does not read the table that it changes. */
const otherAdmins = (id: number) =>
  query
    .selectFrom(
      query.selectFrom('users').select('id').where('is_admin', '=', 1).where('id', '<>', id).as('others'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'));
