#include <tests/primitives/matrix.h>

namespace cqs::tests {
INSTANTIATE_TYPED_TEST_SUITE_P(segment_64, matrix, variants<64>, variant_name);
}
