/** What a server that does nothing costs to start. */
require('node:http')
  .createServer((_request, response) => response.end('{}'))
  .listen(Number(process.env.PORT), '127.0.0.1');
