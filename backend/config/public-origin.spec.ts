import { isPublicOrigin } from './public-origin';

describe('an address of the product', () => {
  it.each([
    'https://pagecast.example',
    'https://pagecast.example.com:8443',
    'https://93.184.215.14',
    'https://[2606:2800:21f:cb07::1]',
  ])('is public: %s', (origin) => expect(isPublicOrigin(origin)).toBe(true));

  it.each([
    'http://pagecast.example',
    'https://localhost',
    'https://app.localhost:3000',
    'https://nas',
    'https://nas.local',
    'https://nas.home.arpa.',
    'https://pagecast.internal',
    'https://127.0.0.1',
    'https://2130706433',
    'https://10.1.2.3',
    'https://172.31.0.1',
    'https://192.168.1.5',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://[::ffff:192.168.1.5]',
    'https://[64:ff9b::a01:203]',
    'https://[2002:a01:203::]',
  ])('is private: %s', (origin) => expect(isPublicOrigin(origin)).toBe(false));
});
