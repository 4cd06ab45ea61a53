import { expressionBuilder, sql, type SqlBool, type Updateable } from 'kysely';
import { required, textOf, type Statement } from '../database/database';
import { query, type Tables } from '../database/tables';

/*
 * Changes to users that other modules make, as statements for their units. The caller adds its condition, and each is
 * one conditional UPDATE.
 */

export const changingUser = (id: number, change: Updateable<Tables['users']>) =>
  query.updateTable('users').set(change).where('id', '=', id);

/** Holds for every user but one who is being deleted, who has no password. */
export const isOpen = expressionBuilder<Tables, 'users'>()('password_hash', '<>', '');

/** Does nothing to a user who is being deleted. What is undefined stays; all of it may be. */
export const changingOpenUser = (id: number, change: Updateable<Tables['users']>) =>
  query
    .updateTable('users')
    .set(({ ref }) => ({ ...change, name: change.name ?? ref('name') }))
    .where('id', '=', id)
    .where(isOpen);

/** Locks the user: changes nothing, but another unit with this statement waits until this one is done. */
export const holdingUser = (id: number) =>
  query
    .updateTable('users')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', id);

/**
 * Makes changes of who is an administrator follow one another. MySQL, unlike MariaDB, counts the others without a lock:
 * of two administrators, each would be taken because the other one is still there.
 */
const holdingAdmins = () =>
  textOf(
    query
      .updateTable('users')
      .set(({ ref }) => ({ name: ref('name') }))
      .where('is_admin', '=', 1),
  );

/** Fails for the last administrator: at least one must be able to assign plans. */
export const takingAdmin = (id: number): Statement[] => [
  holdingAdmins(),
  required(changingUser(id, { is_admin: 0 }).where(otherAdmins(id), '>', 0)),
];

/** Prevents every later sign-in to the account, and what `isOpen` guards. Fails for the last administrator. */
export const closingUser = (id: number): Statement[] => [
  holdingAdmins(),
  required(
    changingUser(id, { is_admin: 0, password_hash: '' }).where(({ or, eb }) =>
      or([eb('is_admin', '=', 0), eb(otherAdmins(id), '>', 0)]),
    ),
  ),
];

export const deletingUser = (id: number) => query.deleteFrom('users').where('id', '=', id);

const preferred = expressionBuilder<Tables, 'users'>().ref('preferred_categories');

/** Removes a category from the users' preferences, in SQL that both databases understand. */
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

/** Whether the JSON array of a row of `users` contains the category. */
export const prefers = (category: number) =>
  sql<SqlBool>`replace(replace(${preferred}, '[', ','), ']', ',') like ${`%,${category},%`}`;

/** The derived table is for MySQL, which cannot read the table that it updates. */
const otherAdmins = (id: number) =>
  query
    .selectFrom(
      query.selectFrom('users').select('id').where('is_admin', '=', 1).where('id', '<>', id).as('others'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'));
