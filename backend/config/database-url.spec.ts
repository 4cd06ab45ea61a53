import { dataSourceOptions } from '../database/data-source';
import { mysqlServerOf } from './database-url';

describe('the address of a MySQL database', () => {
  it.each([
    ['mysql://h/db', { host: 'h', port: 3306, database: 'db', tls: false }],
    ['mariadb://root@127.0.0.1:3307/db', { host: '127.0.0.1', port: 3307, username: 'root', database: 'db' }],
    ['mysql://u:50%25%40@h/my%20db', { username: 'u', password: '50%@', database: 'my db' }],
    ['mysql://u:p@[::1]:3306/db', { host: '::1', port: 3306 }],
    ['mysql://h/db?tls=true', { database: 'db', tls: true }],
  ])('reads %s', (address, server) => {
    expect(mysqlServerOf(address)).toMatchObject(server);
  });

  it('asks the driver for TLS that verifies the name, only where it is wanted', () => {
    const options = (url: string) => dataSourceOptions({ kind: 'mysql', driver: 'mysql', url }, []);
    expect(options('mysql://u:p@h/db?tls=true')).toMatchObject({
      ...{ host: 'h', username: 'u', password: 'p', database: 'db' },
      ssl: { verifyIdentity: true },
    });
    expect(options('mysql://u:p@h/db')).not.toHaveProperty('ssl');
    expect(options('mysql://u:p@h/db')).not.toHaveProperty('url');
  });
});
