"""
What Swift's proxy otherwise keeps in memcached: without it, each request asks for its account and its container again.
One process serves all requests, so its memory will do.
"""
import json
import time as clock


class Cache:
    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        value, end = self.values.get(key, ('null', 0))
        return json.loads(value) if end > clock.time() else None

    def set(self, key, value, *_, time=0, **__):
        """As JSON, which is what memcached is given: who changes what it reads changes nothing here."""
        self.values[key] = (json.dumps(value), clock.time() + (time or 3600))

    def delete(self, key, *_, **__):
        self.values.pop(key, None)

    def incr(self, key, delta=1, time=0, **__):
        value = max(0, (self.get(key) or 0) + int(delta))
        self.set(key, value, time=time)
        return value

    def decr(self, key, delta=1, time=0, **__):
        return self.incr(key, -int(delta), time)


def filter_factory(_global_conf, **_conf):
    cache = Cache()

    def add_cache(app):
        def serve(env, start_response):
            env['swift.cache'] = cache
            return app(env, start_response)

        return serve

    return add_cache
