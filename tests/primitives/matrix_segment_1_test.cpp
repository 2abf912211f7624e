#include <tests/primitives/matrix.h>

namespace cqs::tests {
INSTANTIATE_TYPED_TEST_SUITE_P(segment_1, matrix, variants<1>, variant_name);
}
